"""The two random generators. Both builds produce the same 32-bit words.

`ChaCha` drives games: a 256-bit key, so the cards already seen do not reveal the rest of a deck. `Xoshiro` drives
searches and simulations, where speed counts and nothing is secret. Both give words of 32 bits: 64-bit integers are
signed in compiled code, and products of two words still have to fit.
"""

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8
from typing_extensions import override

GAME_GENERATOR: Final = "chacha8"
"""The name of the generator of game states, as replays record it."""

SEED_BITS: Final = 256
BLOCK_WORDS: Final = 16
WORD: Final = 0xFFFFFFFF
WORD_RANGE: Final = 0x100000000


@mypyc_attr(acyclic=True)
class Random:
    """A source of 32-bit words, with unbiased choices made from them."""

    def word(self) -> i64:
        """Return the next word, uniform in 0 .. 2**32 - 1."""
        raise NotImplementedError

    def below(self, n: i64) -> i64:
        """Return a number, uniform in 0 .. n - 1, for 1 <= n < 2**31 (Lemire's multiply and reject)."""
        product = self.word() * n
        low = product & WORD
        if low < n:
            threshold = (WORD_RANGE - n) % n
            while low < threshold:
                product = self.word() * n
                low = product & WORD
        return product >> 32

    def unit(self) -> float:
        """Return a random number between 0 and 1, never 0 or 1 itself."""
        return (float(self.word()) + 0.5) / float(WORD_RANGE)

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle in place (Fisher-Yates, from the last item down)."""
        last: i64 = len(items) - 1
        while last > 0:
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
            last -= 1

    def shuffle_cards(self, cards: vec[u8], start: i64 = 0) -> None:
        """Shuffle a vector of card codes from `start` to its end, with the same draws as `shuffle`."""
        last: i64 = len(cards) - 1
        while last > start:
            other = start + self.below(last - start + 1)
            card = cards[last]
            cards[last] = cards[other]
            cards[other] = card
            last -= 1

    def shuffle_numbers(self, numbers: vec[i64], count: i64) -> None:
        """Shuffle the first numbers of a vector, with the same draws as `shuffle`."""
        last = count - 1
        while last > 0:
            other = self.below(last + 1)
            number = numbers[last]
            numbers[last] = numbers[other]
            numbers[other] = number
            last -= 1


def _quarter(a: i64, b: i64, c: i64, d: i64) -> tuple[i64, i64, i64, i64]:
    a = (a + b) & WORD
    d ^= a
    d = ((d << 16) | (d >> 16)) & WORD
    c = (c + d) & WORD
    b ^= c
    b = ((b << 12) | (b >> 20)) & WORD
    a = (a + b) & WORD
    d ^= a
    d = ((d << 8) | (d >> 24)) & WORD
    c = (c + d) & WORD
    b ^= c
    b = ((b << 7) | (b >> 25)) & WORD
    return a, b, c, d


def chacha_block(key: vec[i64], counter: i64, nonce: vec[i64], rounds: i64) -> vec[i64]:
    """Return one block of 16 words: the block function of RFC 8439, for any even number of rounds.

    `key` has 8 words, `nonce` 3, and `counter` is one word.
    """
    x0: i64 = 0x61707865
    x1: i64 = 0x3320646E
    x2: i64 = 0x79622D32
    x3: i64 = 0x6B206574
    x4, x5, x6, x7 = key[0], key[1], key[2], key[3]
    x8, x9, x10, x11 = key[4], key[5], key[6], key[7]
    x12 = counter & WORD
    x13, x14, x15 = nonce[0], nonce[1], nonce[2]
    done: i64 = 0
    while done < rounds:
        x0, x4, x8, x12 = _quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter(x3, x4, x9, x14)
        done += 2
    return vec[i64](
        [
            (x0 + 0x61707865) & WORD,
            (x1 + 0x3320646E) & WORD,
            (x2 + 0x79622D32) & WORD,
            (x3 + 0x6B206574) & WORD,
            (x4 + key[0]) & WORD,
            (x5 + key[1]) & WORD,
            (x6 + key[2]) & WORD,
            (x7 + key[3]) & WORD,
            (x8 + key[4]) & WORD,
            (x9 + key[5]) & WORD,
            (x10 + key[6]) & WORD,
            (x11 + key[7]) & WORD,
            (x12 + counter) & WORD,
            (x13 + nonce[0]) & WORD,
            (x14 + nonce[1]) & WORD,
            (x15 + nonce[2]) & WORD,
        ]
    )


@mypyc_attr(acyclic=True)
class ChaCha(Random):
    """ChaCha8 as a generator. Keys and blocks are immutable, and copies share them."""

    def __init__(self, key: vec[i64], nonce: vec[i64]) -> None:
        self.key = key
        self.nonce = nonce
        self.counter: i64 = 0
        self.block = key
        self.next: i64 = BLOCK_WORDS

    @override
    def word(self) -> i64:
        if self.next == BLOCK_WORDS:
            self.block = chacha_block(self.key, self.counter, self.nonce, 8)
            self.counter += 1
            self.next = 0
        word = self.block[self.next]
        self.next += 1
        return word

    def copy(self) -> "ChaCha":
        """Return an independent generator in the same state."""
        copy = ChaCha(self.key, self.nonce)
        copy.counter = self.counter
        copy.block = self.block
        copy.next = self.next
        return copy

    def seed(self) -> int:
        """Return the seed of the key."""
        return int(sum([int(word) << (32 * place) for place, word in enumerate(self.key)]))

    def drawn(self) -> i64:
        """Return the number of words drawn."""
        return BLOCK_WORDS * (self.counter - 1) + self.next

    def skip(self, words: i64) -> None:
        """Continue as if this many words had been drawn from the start."""
        self.counter = words // BLOCK_WORDS
        self.next = BLOCK_WORDS
        for _ in range(words % BLOCK_WORDS):
            self.word()

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return restore_chacha, (self.seed(), int(self.nonce[0]), int(self.drawn()))


NO_NONCE: Final = vec[i64]([0, 0, 0])


def chacha(seed: int, stream: i64 = 0) -> ChaCha:
    """Return the generator whose key is the seed (256 bits, little-endian). Streams of one seed are independent."""
    if not 0 <= seed < 1 << SEED_BITS:
        raise ValueError(f"a seed is a whole number from 0 to 2**{SEED_BITS} - 1")
    key = vec[i64]([i64((seed >> (32 * word)) & 0xFFFFFFFF) for word in range(8)])
    return ChaCha(key, NO_NONCE if stream == 0 else vec[i64]([stream, 0, 0]))


def restore_chacha(seed: int, stream: i64, drawn: i64) -> ChaCha:
    """Return the generator of a pickle."""
    generator = chacha(seed, stream)
    generator.skip(drawn)
    return generator


def fresh_chacha(source: Random) -> ChaCha:
    """Return a generator with a random key from `source`, for a sampled world."""
    key = vec[i64](capacity=8)
    while len(key) < 8:
        key = append(key, source.word())
    return ChaCha(key, NO_NONCE)


@mypyc_attr(acyclic=True)
class Xoshiro(Random):
    """xoshiro128++ (Blackman and Vigna): four words of state, not all zero."""

    def __init__(self, a: i64, b: i64, c: i64, d: i64) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    @override
    def word(self) -> i64:
        a, b, c, d = self.a, self.b, self.c, self.d
        total = (a + d) & WORD
        result = ((((total << 7) | (total >> 25)) & WORD) + a) & WORD
        c ^= a
        d ^= b
        self.b = b ^ c
        self.a = a ^ d
        self.c = c ^ ((b << 9) & WORD)
        self.d = ((d << 11) | (d >> 21)) & WORD
        return result

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return Xoshiro, (int(self.a), int(self.b), int(self.c), int(self.d))


def xoshiro(seed: int, stream: i64) -> Xoshiro:
    """Return a fast generator for `stream` of `seed`. Stream 0 belongs to the game itself."""
    source = chacha(seed, stream)
    return Xoshiro(source.word(), source.word(), source.word(), source.word() | 1)

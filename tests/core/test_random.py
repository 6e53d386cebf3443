"""The random generators against published test vectors, and the uniformity of draws and shuffles."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64, u8

from tefuda.core.random import Xoshiro, chacha, chacha_block, xoshiro


def keystream(words: vec[i64]) -> str:
    return b"".join(int(word).to_bytes(4, "little") for word in words).hex()


def words(data: bytes) -> vec[i64]:
    return vec[i64]([int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)])


def test_chacha20_block_of_rfc_8439() -> None:
    """RFC 8439, 2.3.2."""
    key = words(bytes(range(32)))
    nonce = words(bytes.fromhex("000000090000004a00000000"))
    assert keystream(chacha_block(key, 1, nonce, 20)) == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


@pytest.mark.parametrize(
    ("counter", "key_end", "nonce", "expected"),
    [
        (0, "00", "000000000000000000000000", "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"),
        (1, "00", "000000000000000000000000", "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"),
        (1, "01", "000000000000000000000000", "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"),
        (2, "ff", None, "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"),
        (0, "00", "000000000000000000000002", "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"),
    ],
)
def test_chacha20_blocks_of_rfc_8439_appendix(counter: int, key_end: str, nonce: str | None, expected: str) -> None:
    """RFC 8439, A.1, test vectors 1 to 5: their first 32 bytes."""
    key = bytes(31) + bytes.fromhex(key_end)
    if key_end == "ff":
        key, nonce = b"\x00\xff" + bytes(30), "000000000000000000000000"
    block = chacha_block(words(key), counter, words(bytes.fromhex(nonce or "")), 20)
    assert keystream(block)[:64] == expected


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (
            0,
            "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
            "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42",
        ),
        (
            1,
            "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
            "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8",
        ),
    ],
)
def test_chacha8_keystreams(seed: int, expected: str) -> None:
    """Strombergson's vectors for ChaCha with 8 rounds and 256-bit keys, TC1 and TC2."""
    random = chacha(seed)
    assert keystream(vec[i64]([random.word() for _ in range(16)])) == expected


def test_chacha_continues_with_the_next_block() -> None:
    random = chacha(99)
    drawn = [random.word() for _ in range(40)]
    blocks = [word for counter in range(3) for word in chacha_block(random.key, counter, random.nonce, 8)]
    assert drawn == blocks[:40]


def test_xoshiro_reference_outputs() -> None:
    """Outputs of the reference implementation for the state 1, 2, 3, 4."""
    random = Xoshiro(1, 2, 3, 4)
    expected = [
        641,
        1573767,
        3222811527,
        3517856514,
        836907274,
        4247214768,
        3867114732,
        1355841295,
        495546011,
        621204420,
    ]
    assert [random.word() for _ in range(10)] == expected


def test_streams_of_a_seed_differ() -> None:
    fast = {(xoshiro(seed, stream).word(), seed, stream) for seed in range(50) for stream in range(4)}
    secure = {(chacha(seed, stream).word(), seed, stream) for seed in range(50) for stream in range(4)}
    assert len({word for word, _, _ in fast | secure}) == 400


def test_below_rejects_surplus_words() -> None:
    """2**32 is not divisible by 3: the word 0 is rejected, the word 2**32 - 1 is kept."""
    zero, twin = Xoshiro(0, 1, 0, 0), Xoshiro(0, 1, 0, 0)
    assert twin.word() == 0
    assert zero.below(3) == twin.word() * 3 >> 32
    assert zero.word() == twin.word()
    high, twin = Xoshiro(0xFFFFFFFF, 1, 1, 1), Xoshiro(0xFFFFFFFF, 1, 1, 1)
    assert twin.word() == 0xFFFFFFFF
    assert high.below(3) == 2
    assert high.word() == twin.word()


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 2**31 - 1])
def test_below_is_in_range(n: int) -> None:
    random = xoshiro(5, 5)
    assert all(0 <= random.below(n) < n for _ in range(2000))


def test_below_is_uniform() -> None:
    random = chacha(3)
    counts = Counter(random.below(10) for _ in range(20_000))
    assert all(1850 < counts[value] < 2150 for value in range(10))


def test_shuffles_are_uniform() -> None:
    """CR-2.1: the 24 orders of four cards are equally frequent."""
    counts = Counter()  # type: Counter[tuple[int, ...]]
    random = xoshiro(8, 1)
    for _ in range(24_000):
        cards = vec[u8]([0, 1, 2, 3])
        random.shuffle_cards(cards)
        counts[tuple(cards)] += 1
    assert len(counts) == 24
    assert all(850 < count < 1150 for count in counts.values())


@given(st.integers(0, 2**256 - 1), st.integers(0, 60), st.integers(0, 60))
def test_list_and_vector_shuffles_agree(seed: int, size: int, start: int) -> None:
    start = min(start, size)
    cards, items = vec[u8](range(size)), list(range(start, size))
    chacha(seed).shuffle_cards(cards, start)
    chacha(seed).shuffle(items)
    assert list(cards) == [*range(start), *items]


@pytest.mark.parametrize("seed", [-1, 2**256])
def test_a_seed_has_256_bits(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        chacha(seed)

/* Random games of Catalyst Reaction in C, as a baseline for the Python rules.
 *
 * It does the same work: deals from ChaCha8 keyed with the game number, plays from xoshiro128++, the same unbiased
 * picks. So wins and plays are equal, which the benchmark checks.
 * Usage: catalyst GAMES; prints wins, plays and seconds.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROTL(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
#define QUARTER(a, b, c, d)                                                                                            \
    a += b, d = ROTL(d ^ a, 16), c += d, b = ROTL(b ^ c, 12), a += b, d = ROTL(d ^ a, 8), c += d, b = ROTL(b ^ c, 7)

typedef struct {
    uint32_t input[16], block[16];
    int next;
} ChaCha;

static void chacha_init(ChaCha *r, uint64_t seed, uint32_t stream) {
    memset(r, 0, sizeof *r);
    const uint32_t words[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    memcpy(r->input, words, sizeof words);
    r->input[4] = (uint32_t)seed;
    r->input[5] = (uint32_t)(seed >> 32);
    r->input[13] = stream;
    r->next = 16;
}

static uint32_t chacha_word(ChaCha *r) {
    if (r->next == 16) {
        uint32_t x[16];
        memcpy(x, r->input, sizeof x);
        for (int round = 0; round < 4; round++) {
            QUARTER(x[0], x[4], x[8], x[12]);
            QUARTER(x[1], x[5], x[9], x[13]);
            QUARTER(x[2], x[6], x[10], x[14]);
            QUARTER(x[3], x[7], x[11], x[15]);
            QUARTER(x[0], x[5], x[10], x[15]);
            QUARTER(x[1], x[6], x[11], x[12]);
            QUARTER(x[2], x[7], x[8], x[13]);
            QUARTER(x[3], x[4], x[9], x[14]);
        }
        for (int i = 0; i < 16; i++)
            r->block[i] = x[i] + r->input[i];
        r->input[12]++;
        r->next = 0;
    }
    return r->block[r->next++];
}

typedef struct {
    uint32_t a, b, c, d;
} Xoshiro;

static uint32_t xoshiro_word(Xoshiro *r) {
    uint32_t result = ROTL(r->a + r->d, 7) + r->a, t = r->b << 9;
    r->c ^= r->a;
    r->d ^= r->b;
    r->b ^= r->c;
    r->a ^= r->d;
    r->c ^= t;
    r->d = ROTL(r->d, 11);
    return result;
}

#define BELOW(next, r, n, out)                                                                                         \
    do {                                                                                                               \
        uint32_t limit_ = (n);                                                                                         \
        uint64_t product_ = (uint64_t)next(r) * limit_;                                                                \
        if ((uint32_t)product_ < limit_) {                                                                             \
            uint32_t threshold_ = (uint32_t)(-limit_) % limit_;                                                        \
            while ((uint32_t)product_ < threshold_)                                                                    \
                product_ = (uint64_t)next(r) * limit_;                                                                 \
        }                                                                                                              \
        out = (uint32_t)(product_ >> 32);                                                                              \
    } while (0)

typedef struct {
    uint8_t deck[52], row[52], hand[3], removed[52];
    int dealt, length, held, gone;
} Game;

static int reacts_at(const Game *g, int centre) {
    if (centre <= 0 || centre >= g->length - 1)
        return 0;
    const uint8_t *row = g->row;
    uint8_t differ = (row[centre - 1] ^ row[centre]) | (row[centre] ^ row[centre + 1]);
    return differ < 4 || (differ & 3) == 0;
}

static void remove_around(Game *g, int centre) {
    memcpy(g->removed + g->gone, g->row + centre - 1, 3);
    g->gone += 3;
    memmove(g->row + centre - 1, g->row + centre + 2, g->length - centre - 2);
    g->length -= 3;
}

static int settle(Game *g, int low, int high) {
    int removed = 0, centre = low > 1 ? low : 1;
    while (centre <= high && centre < g->length - 1) {
        if (reacts_at(g, centre)) {
            remove_around(g, centre);
            removed = 1;
            high = high - 3 > centre - 1 ? high - 3 : centre - 1;
            centre = centre - 2 > 1 ? centre - 2 : 1;
        } else
            centre++;
    }
    return removed;
}

static void start(Game *g, uint64_t seed) {
    ChaCha random;
    chacha_init(&random, seed, 0);
    memset(g, 0, sizeof *g);
    for (int i = 0; i < 52; i++)
        g->deck[i] = i;
    for (int last = 51; last > 0; last--) {
        uint32_t other;
        BELOW(chacha_word, &random, last + 1, other);
        uint8_t card = g->deck[last];
        g->deck[last] = g->deck[other];
        g->deck[other] = card;
    }
    do
        while (g->length < 8 && g->dealt < 52)
            g->row[g->length++] = g->deck[g->dealt++];
    while (settle(g, 1, g->length - 2) && g->length > 0);
    while (g->held < 3 && g->dealt < 52)
        g->hand[g->held++] = g->deck[g->dealt++];
}

static void play(Game *g, uint8_t card, int place) {
    int slot = 0;
    while (g->hand[slot] != card)
        slot++;
    memmove(g->hand + slot, g->hand + slot + 1, g->held - slot - 1);
    g->held--;
    memmove(g->row + place + 1, g->row + place, g->length - place);
    g->row[place] = card;
    g->length++;
    if (reacts_at(g, place)) {
        remove_around(g, place);
        settle(g, place - 2, place - 1);
    } else
        settle(g, place - 1, place + 1);
    if (g->length > 0 && g->dealt < 52)
        g->hand[g->held++] = g->deck[g->dealt++];
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 1000, wins = 0, plays = 0;
    ChaCha source;
    chacha_init(&source, 1, 1);
    Xoshiro random;
    random.a = chacha_word(&source);
    random.b = chacha_word(&source);
    random.c = chacha_word(&source);
    random.d = chacha_word(&source) | 1;
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (long number = 0; number < games; number++) {
        Game g;
        start(&g, number);
        while (g.length > 0 && g.held > 0) {
            uint32_t pick;
            BELOW(xoshiro_word, &random, g.held * (g.length + 1), pick);
            play(&g, g.hand[pick / (g.length + 1)], pick % (g.length + 1));
            plays++;
        }
        wins += g.length == 0;
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    double seconds = (ended.tv_sec - began.tv_sec) + 1e-9 * (ended.tv_nsec - began.tv_nsec);
    printf("%ld %ld %.6f\n", wins, plays, seconds);
    return 0;
}

/* What the three C peers share: a generator, unbiased bounded draws, a shuffle, a clock, and JSON lists.
 *
 * Generator: xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021), seeded by
 * splitmix64. Bounded draws: multiply and reject (Lemire, "Fast random integer generation in an interval", 2019). */
#ifndef PEERS_COMMON_H
#define PEERS_COMMON_H

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define UNUSED __attribute__((unused))

typedef struct {
    uint64_t s[4];
    double spare; /* the second normal of a Box-Muller pair */
    int has_spare;
} rng_t;

static inline uint64_t rotate_left(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t rng_next(rng_t *rng)
{
    uint64_t *s = rng->s;
    const uint64_t result = rotate_left(s[0] + s[3], 23) + s[0];
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

static UNUSED void rng_seed(rng_t *rng, uint64_t seed)
{
    memset(rng, 0, sizeof *rng);
    for (int i = 0; i < 4; i++) {
        uint64_t z = (seed += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        rng->s[i] = z ^ (z >> 31);
    }
}

/* A whole number of 0 .. n-1, every one with exactly the same chance; n >= 1. */
static inline uint32_t rng_below(rng_t *rng, uint32_t n)
{
    uint64_t product = (rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        const uint32_t threshold = -n % n;
        while ((uint32_t)product < threshold)
            product = (rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* A double of [0, 1), a multiple of 2^-53. */
static inline double rng_double(rng_t *rng) { return (double)(rng_next(rng) >> 11) * 0x1.0p-53; }

static UNUSED double rng_normal(rng_t *rng) /* Box-Muller */
{
    if (rng->has_spare) {
        rng->has_spare = 0;
        return rng->spare;
    }
    const double radius = sqrt(-2.0 * log(1.0 - rng_double(rng)));
    const double angle = 6.283185307179586 * rng_double(rng);
    rng->spare = radius * sin(angle);
    rng->has_spare = 1;
    return radius * cos(angle);
}

static UNUSED void shuffle(rng_t *rng, uint8_t *items, uint32_t n) /* Fisher-Yates */
{
    for (uint32_t i = n - 1; i > 0; i--) {
        const uint32_t j = rng_below(rng, i + 1);
        const uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

static UNUSED double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static UNUSED void read_arguments(int argc, char **argv, int *players, uint64_t *plays, uint64_t *seed)
{
    if (argc != 4) {
        fprintf(stderr, "usage: %s PLAYERS PLAYS SEED\n", argv[0]);
        exit(2);
    }
    *players = atoi(argv[1]);
    *plays = strtoull(argv[2], NULL, 10);
    *seed = strtoull(argv[3], NULL, 10);
}

static UNUSED void refuse_players(int players, const char *allowed)
{
    fprintf(stderr, "players: got %d, allowed %s\n", players, allowed);
    exit(2);
}

static UNUSED void print_list(const uint64_t *counts, int n)
{
    for (int i = 0; i < n; i++)
        printf("%s%" PRIu64, i ? ", " : "[", counts[i]);
    printf("]");
}

static UNUSED void print_histogram(const char *name, const uint64_t *counts, int n)
{
    printf(", \"%s\": ", name);
    print_list(counts, n);
}

/* One histogram a seat: seat s has its first `n` counts at counts[s * stride]. */
static UNUSED void print_seats(const char *name, const uint64_t *counts, int seats, int n, int stride)
{
    printf(", \"%s\": ", name);
    for (int s = 0; s < seats; s++) {
        printf("%s", s ? ", " : "[");
        print_list(counts + s * stride, n);
    }
    printf("]");
}

static UNUSED void print_count(const char *name, uint64_t count) { printf(", \"%s\": %" PRIu64, name, count); }

#endif

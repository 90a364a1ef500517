/* L'île des Mookies, classic variant, uniform play, in plain C: shuffle all faces, then take cards one by one.
 * Rules: docs/rules.md section 2. Usage: ./mookies 2 PLAYS SEED, prints one JSON object. */
#include "common.h"

enum { SEATS = 2, FAMILIES = 5, CARDS = 36, PILE = 18, FACES = 72, MAX_STARS = 9, SPIDERS = 7 };
enum { SPIDER = 10 }; /* a face: 0..4 a Mookie of that family, 5..9 its legendary, 10 a spider */

static const int stars_of[FAMILIES] = {1, 1, 2, 2, 3};
static uint8_t full_set[FACES];

typedef struct {
    int family[SEATS][FAMILIES]; /* Mookies per family, a legendary counts 2 */
    int spiders[SEATS];
    int cards;
} collections_t;

typedef struct {
    uint64_t wins[SEATS][SEATS], turns[CARDS + 1], score[SEATS][MAX_STARS + 1];
    uint64_t spiders[SEATS][SPIDERS + 1], equal_stars;
} tally_t;

static void make_faces(void)
{
    int n = 0;
    for (int family = 0; family < FAMILIES; family++) {
        for (int i = 0; i < 12; i++)
            full_set[n++] = (uint8_t)family;
        full_set[n++] = (uint8_t)(FAMILIES + family);
    }
    while (n < FACES)
        full_set[n++] = SPIDER;
}

static void take(collections_t *c, int seat, int face)
{
    if (face == SPIDER)
        c->spiders[1 - seat]++;
    else if (face >= FAMILIES)
        c->family[seat][face - FAMILIES] += 2;
    else
        c->family[seat][face]++;
}

static void play_out(collections_t *c, rng_t *rng)
{
    uint8_t faces[FACES]; /* card i has faces 2i (upper) and 2i + 1; pile p is cards 18p .. 18p + 17 */
    int left[2] = {PILE, PILE};
    memset(c, 0, sizeof *c);
    memcpy(faces, full_set, sizeof faces);
    shuffle(rng, faces, FACES);
    for (int seat = 0; left[0] > 0 && left[1] > 0; seat = 1 - seat) {
        const uint32_t pile = rng_below(rng, 2);
        const int card = (int)pile * PILE + --left[pile];
        take(c, seat, faces[2 * card + (int)rng_below(rng, 2)]);
        c->cards++;
    }
}

static void count_stars(const collections_t *c, int stars[SEATS])
{
    int fewest[SEATS] = {0, 0}; /* the least trophy of each seat, 0 if it has none */
    stars[0] = stars[1] = 0;
    for (int family = 0; family < FAMILIES; family++) {
        const int difference = c->family[0][family] - c->family[1][family];
        if (difference == 0)
            continue;
        const int seat = difference > 0 ? 0 : 1;
        stars[seat] += stars_of[family];
        if (fewest[seat] == 0 || stars_of[family] < fewest[seat])
            fewest[seat] = stars_of[family];
    }
    if (c->spiders[0] > c->spiders[1])
        stars[0] -= fewest[0];
    if (c->spiders[1] > c->spiders[0])
        stars[1] -= fewest[1];
}

static void play(rng_t *rng, tally_t *tally)
{
    collections_t collections;
    int stars[SEATS];
    play_out(&collections, rng);
    count_stars(&collections, stars);
    const int winner = stars[1] > stars[0] ? 1 : 0; /* equal: the youngest, seat 0 */
    tally->wins[winner][0]++;
    tally->equal_stars += stars[0] == stars[1];
    tally->turns[collections.cards]++;
    for (int seat = 0; seat < SEATS; seat++) {
        tally->score[seat][stars[seat]]++;
        tally->spiders[seat][collections.spiders[seat]]++;
    }
}

int main(int argc, char **argv)
{
    static tally_t tally;
    int players;
    uint64_t plays, seed;
    rng_t rng;
    read_arguments(argc, argv, &players, &plays, &seed);
    if (players != SEATS)
        refuse_players(players, "2");
    rng_seed(&rng, seed);
    make_faces();
    const double start = seconds_now();
    for (uint64_t i = 0; i < plays; i++)
        play(&rng, &tally);
    printf("{\"plays\": %" PRIu64 ", \"seconds\": %.6f", plays, seconds_now() - start);
    print_seats("wins", tally.wins[0], SEATS, SEATS, SEATS);
    print_histogram("turns", tally.turns, CARDS + 1);
    print_seats("score", tally.score[0], SEATS, MAX_STARS + 1, MAX_STARS + 1);
    print_count("equal_stars", tally.equal_stars);
    print_seats("spiders", tally.spiders[0], SEATS, SPIDERS + 1, SPIDERS + 1);
    printf("}\n");
    return 0;
}

/* Pêcheurs de lunes, classic variant, uniform play, in plain C: list the legal actions, pick one.
 * Rules: docs/rules.md section 1. Usage: ./pecheurs PLAYERS PLAYS SEED, prints one JSON object. */
#include "common.h"

enum { CELLS = 37, DIRECTIONS = 6, MAX_SEATS = 3, PER_SEAT = 2, MAX_FIGURES = MAX_SEATS * PER_SEAT };
enum { MAX_SCORE = 72, MAX_TURNS = 39, MAX_ACTIONS = 256 };
enum { NEUTRAL = 0, JUMP_TILE = 1, SWAP_TILE = 10, TAKEN = 255 }; /* a moon's tile is its value: 2, 3, 4 or 6 */
enum { STEP, JUMP, SWAP };
enum { FREE, HOLE, FIGURE, OUTSIDE }; /* what a step finds on a cell */
enum { NOBODY = -1, REMOVED = -1, OFF = CELLS };

typedef struct {
    uint8_t kind;
    int8_t figure;
    int8_t target; /* landing cell, or for a swap the other seat's figure */
} action_t;

typedef struct {
    int seats, figures;
    uint8_t tile[CELLS];
    uint8_t board[CELLS + 1]; /* with one cell for all that is off the terrain */
    int8_t cell_of[MAX_FIGURES]; /* figure f belongs to seat f / 2 */
    int score[MAX_SEATS], jump_tiles[MAX_SEATS], swap_tiles[MAX_SEATS];
} state_t;

typedef struct {
    uint64_t wins[MAX_SEATS][MAX_SEATS], turns[MAX_TURNS + 1], score[MAX_SEATS][MAX_SCORE + 1];
    uint64_t tiles_left[CELLS + 1], legal_actions, jumps, swaps;
} tally_t;

static int8_t neighbour[CELLS + 1][DIRECTIONS];
static uint8_t full_set[CELLS];

static void make_terrain(void)
{
    static const int dq[DIRECTIONS] = {1, 1, 0, -1, -1, 0}, dr[DIRECTIONS] = {0, -1, -1, 0, 1, 1};
    int cell_at[9][9], cell = 0;
    for (int q = -4; q <= 4; q++)
        for (int r = -4; r <= 4; r++) {
            const int inside = abs(q) <= 3 && abs(r) <= 3 && abs(q + r) <= 3;
            cell_at[q + 4][r + 4] = inside ? cell++ : OFF;
        }
    memset(neighbour[OFF], OFF, sizeof neighbour[OFF]);
    for (int q = -3; q <= 3; q++)
        for (int r = -3; r <= 3; r++)
            for (int d = 0; d < DIRECTIONS && cell_at[q + 4][r + 4] != OFF; d++)
                neighbour[cell_at[q + 4][r + 4]][d] = (int8_t)cell_at[q + dq[d] + 4][r + dr[d] + 4];
}

static void make_tiles(void)
{
    static const uint8_t kinds[] = {NEUTRAL, 2, 3, 4, 6, JUMP_TILE, SWAP_TILE}, copies[] = {6, 10, 8, 4, 2, 5, 2};
    int n = 0;
    for (int k = 0; k < 7; k++)
        for (int i = 0; i < copies[k]; i++)
            full_set[n++] = kinds[k];
}

static void leave(state_t *s, int cell) { s->board[cell] = s->tile[cell] == TAKEN ? HOLE : FREE; }

static void remove_stuck(state_t *s)
{
    for (;;) {
        int stuck[MAX_FIGURES], count = 0;
        for (int f = 0; f < s->figures; f++) {
            if (s->cell_of[f] == REMOVED)
                continue;
            int free_neighbours = 0;
            for (int d = 0; d < DIRECTIONS; d++)
                free_neighbours += s->board[neighbour[s->cell_of[f]][d]] == FREE;
            if (free_neighbours == 0)
                stuck[count++] = f;
        }
        if (count == 0)
            return;
        for (int i = 0; i < count; i++) {
            leave(s, s->cell_of[stuck[i]]);
            s->cell_of[stuck[i]] = REMOVED;
        }
    }
}

static void set_up(state_t *s, int seats, rng_t *rng)
{
    memset(s, 0, sizeof *s);
    s->seats = seats;
    s->figures = seats * PER_SEAT;
    memcpy(s->tile, full_set, sizeof s->tile);
    shuffle(rng, s->tile, CELLS);
    s->board[OFF] = OUTSIDE;
    uint8_t neutral[6];
    int n = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (s->tile[cell] == NEUTRAL)
            neutral[n++] = (uint8_t)cell;
    shuffle(rng, neutral, 6);
    for (int f = 0; f < s->figures; f++) {
        s->cell_of[f] = (int8_t)neutral[f];
        s->board[neutral[f]] = FIGURE;
    }
    remove_stuck(s);
}

static int list_line(const state_t *s, int figure, int direction, int may_jump, action_t *actions, int n)
{
    int cell = neighbour[s->cell_of[figure]][direction];
    for (; s->board[cell] == FREE; cell = neighbour[cell][direction])
        actions[n++] = (action_t){STEP, (int8_t)figure, (int8_t)cell};
    if (!may_jump)
        return n;
    if (s->board[cell] == FIGURE)
        cell = neighbour[cell][direction];
    else
        while (s->board[cell] == HOLE)
            cell = neighbour[cell][direction];
    for (; s->board[cell] == FREE; cell = neighbour[cell][direction])
        actions[n++] = (action_t){JUMP, (int8_t)figure, (int8_t)cell};
    return n;
}

static int list_actions(const state_t *s, int seat, action_t *actions)
{
    int n = 0;
    for (int f = seat * PER_SEAT; f < (seat + 1) * PER_SEAT; f++) {
        if (s->cell_of[f] == REMOVED)
            continue;
        for (int d = 0; d < DIRECTIONS; d++)
            n = list_line(s, f, d, s->jump_tiles[seat] > 0, actions, n);
        if (s->swap_tiles[seat] == 0)
            continue;
        for (int other = 0; other < s->figures; other++)
            if (other / PER_SEAT != seat && s->cell_of[other] != REMOVED)
                actions[n++] = (action_t){SWAP, (int8_t)f, (int8_t)other};
    }
    return n;
}

static void apply(state_t *s, int seat, action_t action)
{
    const int8_t from = s->cell_of[action.figure];
    if (action.kind == SWAP) {
        const int8_t to = s->cell_of[action.target];
        s->swap_tiles[seat]--;
        s->cell_of[action.figure] = to;
        s->cell_of[action.target] = from;
        return;
    }
    if (action.kind == JUMP)
        s->jump_tiles[seat]--;
    leave(s, from);
    s->board[action.target] = FIGURE;
    s->cell_of[action.figure] = action.target;
    const int tile = s->tile[action.target];
    s->tile[action.target] = TAKEN;
    if (tile == JUMP_TILE)
        s->jump_tiles[seat]++;
    else if (tile == SWAP_TILE)
        s->swap_tiles[seat]++;
    else
        s->score[seat] += tile;
}

static int has_figure(const state_t *s, int seat)
{
    return s->cell_of[seat * PER_SEAT] != REMOVED || s->cell_of[seat * PER_SEAT + 1] != REMOVED;
}

static int next_seat(const state_t *s, int seat) /* the next seat that has a figure, or NOBODY */
{
    for (int i = 1; i <= s->seats; i++)
        if (has_figure(s, (seat + i) % s->seats))
            return (seat + i) % s->seats;
    return NOBODY;
}

static void count_end(const state_t *s, int turns, tally_t *tally)
{
    int best = 0, winners = 0, left = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        best = s->score[seat] > best ? s->score[seat] : best;
        tally->score[seat][s->score[seat]]++;
    }
    for (int seat = 0; seat < s->seats; seat++)
        winners += s->score[seat] == best;
    for (int seat = 0; seat < s->seats; seat++)
        tally->wins[seat][winners - 1] += s->score[seat] == best;
    for (int cell = 0; cell < CELLS; cell++)
        left += s->tile[cell] != TAKEN;
    tally->tiles_left[left]++;
    tally->turns[turns]++;
}

static void play(int seats, rng_t *rng, tally_t *tally)
{
    state_t state;
    action_t actions[MAX_ACTIONS];
    int turns = 0;
    set_up(&state, seats, rng);
    for (int seat = next_seat(&state, seats - 1); seat != NOBODY; seat = next_seat(&state, seat)) {
        const int n = list_actions(&state, seat, actions);
        const action_t action = actions[rng_below(rng, (uint32_t)n)];
        apply(&state, seat, action);
        remove_stuck(&state);
        turns++;
        tally->legal_actions += (uint64_t)n;
        tally->jumps += action.kind == JUMP;
        tally->swaps += action.kind == SWAP;
    }
    count_end(&state, turns, tally);
}

int main(int argc, char **argv)
{
    static tally_t tally;
    int seats;
    uint64_t plays, seed;
    rng_t rng;
    read_arguments(argc, argv, &seats, &plays, &seed);
    if (seats != 2 && seats != 3)
        refuse_players(seats, "2, 3");
    rng_seed(&rng, seed);
    make_terrain();
    make_tiles();
    const double start = seconds_now();
    for (uint64_t i = 0; i < plays; i++)
        play(seats, &rng, &tally);
    printf("{\"plays\": %" PRIu64 ", \"seconds\": %.6f", plays, seconds_now() - start);
    print_seats("wins", tally.wins[0], seats, seats, MAX_SEATS);
    print_histogram("turns", tally.turns, MAX_TURNS + 1);
    print_seats("score", tally.score[0], seats, MAX_SCORE + 1, MAX_SCORE + 1);
    print_count("legal_actions", tally.legal_actions);
    print_count("jumps", tally.jumps);
    print_count("swaps", tally.swaps);
    print_histogram("tiles_left", tally.tiles_left, CELLS + 1);
    printf("}\n");
    return 0;
}

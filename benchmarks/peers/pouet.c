/* Pouêt Mouêt, main variant (24 / 16 / 12 cards a team), uniform play, in plain C: deal all cards, run every team's
 * race to its own end, then see who won. Rules: docs/rules.md section 3.
 * Usage: ./pouet PLAYERS PLAYS SEED (players are people: 4, 6 or 8), prints one JSON object. */
#include "common.h"

enum { SIDE = 4, CELLS = SIDE * SIDE, DIRECTIONS = 8, MAX_TEAMS = 4, DECK = 48, MAX_TRIES = 10 };
enum { SKY, BALLOON, SEAGULL };
enum { OFF = -1 };

static const double miss = 0.01, misread = 0.15, misforce = 0.02, variation = 0.30;

typedef struct {
    int direction, flick, landing;
} signal_t;

typedef struct {
    int64_t time; /* milliseconds at which this team finishes or crashes */
    int finished, signals, trapped;
} race_t;

typedef struct {
    uint64_t wins[MAX_TEAMS][MAX_TEAMS], team_finish[MAX_TEAMS + 1];
    uint64_t duration, duration_squares, ended_by_finish, signals, trapped;
} tally_t;

enum { LOOK, LAY, SIGNAL, PERCEIVE, MOVE, LAY_AFTER_MOVE, STAGES };
static const double mean_of[STAGES] = {600.0, 300.0, 1070.0, 500.0, 1100.0, 400.0}; /* milliseconds */
static double mu[STAGES], sigma;

/* The signals that stay on the grid, by the cell of the plane. */
static signal_t signals[CELLS][2 * DIRECTIONS];
static uint32_t signal_count[CELLS];

static void make_durations(void)
{
    const double variance = log(1.0 + variation * variation);
    sigma = sqrt(variance);
    for (int stage = 0; stage < STAGES; stage++)
        mu[stage] = log(mean_of[stage]) - variance / 2.0;
}

static int64_t duration(rng_t *rng, int stage) /* a lognormal, rounded to the nearest millisecond */
{
    return (int64_t)(exp(mu[stage] + sigma * rng_normal(rng)) + 0.5);
}

static void draw_card(rng_t *rng, uint8_t *card)
{
    uint8_t cells[CELLS];
    for (int i = 0; i < CELLS; i++)
        cells[i] = (uint8_t)i;
    const uint32_t seagulls = 3 + rng_below(rng, 4), balloons = rng_below(rng, 2);
    for (uint32_t i = 0; i < seagulls + balloons; i++) { /* a shuffle, as far as it is needed */
        const uint32_t j = i + rng_below(rng, CELLS - i);
        const uint8_t cell = cells[i];
        cells[i] = cells[j];
        cells[j] = cell;
    }
    memset(card, SKY, CELLS);
    for (uint32_t i = 0; i < seagulls; i++)
        card[cells[i]] = SEAGULL;
    if (balloons)
        card[cells[seagulls]] = BALLOON;
}

static int step(int cell, int direction) /* the next cell that way, or OFF */
{
    static const int down[DIRECTIONS] = {-1, -1, 0, 1, 1, 1, 0, -1}, right[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
    const int row = cell / SIDE + down[direction], column = cell % SIDE + right[direction];
    return row < 0 || row >= SIDE || column < 0 || column >= SIDE ? OFF : row * SIDE + column;
}

static int fly(int cell, int direction, int flick) /* where the plane lands, or OFF if it cannot leave that way */
{
    int landing = step(cell, direction);
    if (!flick || landing == OFF)
        return landing;
    for (int next = step(landing, direction); next != OFF; next = step(next, direction))
        landing = next;
    return landing;
}

static void make_signals(void) /* a flick to a cell one step away is the tap, and is not listed twice */
{
    for (int cell = 0; cell < CELLS; cell++)
        for (int d = 0; d < DIRECTIONS; d++) {
            const int tap = fly(cell, d, 0), flick = fly(cell, d, 1);
            if (tap == OFF)
                continue;
            signals[cell][signal_count[cell]++] = (signal_t){d, 0, tap};
            if (flick != tap)
                signals[cell][signal_count[cell]++] = (signal_t){d, 1, flick};
        }
}

static signal_t choose_signal(rng_t *rng, const uint8_t *card, int cell, int *trapped)
{
    signal_t safe[2 * DIRECTIONS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < signal_count[cell]; i++)
        if (card[signals[cell][i].landing] != SEAGULL)
            safe[n++] = signals[cell][i];
    if (n > 0)
        return safe[rng_below(rng, n)];
    ++*trapped;
    return signals[cell][rng_below(rng, signal_count[cell])];
}

static int signal_and_move(rng_t *rng, const uint8_t *card, int cell, race_t *race) /* the plane's new cell */
{
    const signal_t signal = choose_signal(rng, card, cell, &race->trapped);
    int landing = OFF;
    for (int tries = 0; tries < MAX_TRIES && landing == OFF; tries++) {
        signal_t seen = signal;
        race->time += duration(rng, SIGNAL);
        race->time += duration(rng, PERCEIVE);
        if (rng_double(rng) < misread)
            seen.direction = (seen.direction + (rng_below(rng, 2) ? 1 : DIRECTIONS - 1)) % DIRECTIONS;
        if (rng_double(rng) < misforce)
            seen.flick = !seen.flick;
        landing = fly(cell, seen.direction, seen.flick);
    }
    race->signals++;
    race->time += duration(rng, MOVE);
    race->time += duration(rng, LAY_AFTER_MOVE);
    return landing == OFF ? cell : landing;
}

static race_t run_race(rng_t *rng, uint8_t cards[][CELLS], int n)
{
    race_t race = {0, 0, 0, 0};
    int cell = (int)rng_below(rng, CELLS);
    for (int top = 0; top < n; top++) {
        race.time += duration(rng, LOOK);
        if (cards[top][cell] != SEAGULL)
            race.time += duration(rng, LAY);
        else if (rng_double(rng) < miss) {
            race.time += duration(rng, LAY);
            return race;
        } else {
            cell = signal_and_move(rng, cards[top], cell, &race);
            if (cards[top][cell] == SEAGULL)
                return race;
        }
        if (cards[top][cell] == BALLOON)
            top++; /* the following card is laid with it, unseen */
    }
    race.finished = 1;
    return race;
}

/* Go through the ends in time order; mark the winners and give the time at which the game is over. */
static int64_t find_winners(const race_t *races, int teams, int *won, int *by_finish)
{
    int in[MAX_TEAMS], left = teams;
    for (int t = 0; t < teams; t++)
        in[t] = 1;
    for (;;) {
        int64_t now = INT64_MAX;
        int finishers = 0, crashes = 0;
        for (int t = 0; t < teams; t++)
            if (in[t] && races[t].time < now)
                now = races[t].time;
        for (int t = 0; t < teams; t++)
            if (in[t] && races[t].time == now) {
                finishers += races[t].finished;
                crashes += !races[t].finished;
            }
        *by_finish = finishers > 0;
        const int over = finishers > 0 || left - crashes <= 1;
        for (int t = 0; t < teams; t++) {
            const int ends_now = in[t] && races[t].time == now;
            if (finishers > 0)
                won[t] = ends_now && races[t].finished;
            else if (over) /* the last team in; or all that are left crash together and share it */
                won[t] = left == crashes ? ends_now : in[t] && !ends_now;
            if (ends_now)
                in[t] = 0;
        }
        if (over)
            return now;
        left -= crashes;
    }
}

static void play(int teams, rng_t *rng, tally_t *tally)
{
    uint8_t deck[DECK][CELLS];
    race_t races[MAX_TEAMS];
    int won[MAX_TEAMS], by_finish, finished = 0, winners = 0;
    const int each = DECK / teams;
    for (int i = 0; i < DECK; i++)
        draw_card(rng, deck[i]);
    for (int t = 0; t < teams; t++) {
        races[t] = run_race(rng, deck + t * each, each);
        finished += races[t].finished;
        tally->signals += (uint64_t)races[t].signals;
        tally->trapped += (uint64_t)races[t].trapped;
    }
    const uint64_t time = (uint64_t)find_winners(races, teams, won, &by_finish);
    for (int t = 0; t < teams; t++)
        winners += won[t];
    for (int t = 0; t < teams; t++)
        tally->wins[t][winners - 1] += (uint64_t)won[t];
    tally->team_finish[finished]++;
    tally->duration += time;
    tally->duration_squares += time * time;
    tally->ended_by_finish += (uint64_t)by_finish;
}

int main(int argc, char **argv)
{
    static tally_t tally;
    int players;
    uint64_t plays, seed;
    rng_t rng;
    read_arguments(argc, argv, &players, &plays, &seed);
    if (players != 4 && players != 6 && players != 8)
        refuse_players(players, "4, 6, 8");
    const int teams = players / 2;
    rng_seed(&rng, seed);
    make_durations();
    make_signals();
    const double start = seconds_now();
    for (uint64_t i = 0; i < plays; i++)
        play(teams, &rng, &tally);
    printf("{\"plays\": %" PRIu64 ", \"seconds\": %.6f", plays, seconds_now() - start);
    print_seats("wins", tally.wins[0], teams, teams, MAX_TEAMS);
    print_count("duration_ms", tally.duration);
    print_count("duration_ms_squares", tally.duration_squares);
    print_count("ended_by_finish", tally.ended_by_finish);
    print_histogram("team_finish", tally.team_finish, teams + 1);
    print_count("signals", tally.signals);
    print_count("trapped", tally.trapped);
    printf("}\n");
    return 0;
}

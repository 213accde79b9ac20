/* nexsolve: exact values of small board games from databases of perfect play.
 *
 *     cargo build --release -p nexsolve-capi     makes libnexsolve.so (.dylib, .dll)
 *     cc -I capi/include best_move.c -L target/release -lnexsolve
 *
 * capi/examples has programs in C and, through ctypes, in Python.
 *
 * All functions may be called from any number of threads, also with the same database, except that nothing may
 * use a database while or after nexsolve_close closes it. Texts are UTF-8 and end with a zero byte. Positions and
 * moves are written as for the command: docs/guide/reference.md. A NULL argument is an error, not a crash.
 */
#ifndef NEXSOLVE_H
#define NEXSOLVE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What functions return. nexsolve_error describes everything but NEXSOLVE_OK. */
#define NEXSOLVE_OK 0
/* No table has the answer; or the game is over and has no best move. */
#define NEXSOLVE_UNKNOWN 1
/* The caller's fault: an argument is NULL, a text is not a position, a buffer is too small. */
#define NEXSOLVE_WRONG 2
/* A table is damaged or cannot be read. */
#define NEXSOLVE_FAILED 3

/* A number that is not known, or that the game does not have. */
#define NEXSOLVE_NONE INT32_MIN

typedef struct nexsolve_database nexsolve_database;

/* What a position is worth for the side to move, or a move for its mover. */
typedef struct {
    int32_t value;  /* 1 win, 0 draw, -1 loss */
    int32_t plies;  /* plies to the end under best play; NEXSOLVE_NONE for draws, and if unknown */
    int32_t points; /* in a game with points, the points from here on; otherwise NEXSOLVE_NONE */
} nexsolve_value;

/* Opens the database in a folder, and uses up to cache_bytes of memory for its blocks (0: 64 MiB). NULL on failure. */
nexsolve_database *nexsolve_open(const char *folder, uint64_t cache_bytes);

/* Closes it. NULL is allowed. */
void nexsolve_close(nexsolve_database *database);

/* The name of the board, such as "nex:4x4", until the database is closed; NULL for NULL. */
const char *nexsolve_board(const nexsolve_database *database);

/* Looks a position up. value is written only with NEXSOLVE_OK. */
int nexsolve_probe(const nexsolve_database *database, const char *position, nexsolve_value *value);

/* Finds a best move: writes its notation to move, a buffer of size bytes, and its value to value, which may be NULL.
 * 64 bytes are enough for every move but a draughts capture of many pieces. Both are written only with NEXSOLVE_OK. */
int nexsolve_best_move(const nexsolve_database *database, const char *position, char *move, size_t size, nexsolve_value *value);

/* What went wrong in the last call of this thread that failed: valid until its next call that fails. Never NULL. */
const char *nexsolve_error(void);

/* The version of the library, such as "0.1.0". */
const char *nexsolve_version(void);

#ifdef __cplusplus
}
#endif

#endif

/* Prints the value of a position and a best move: best_move FOLDER POSITION */
#include <nexsolve.h>
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: best_move FOLDER POSITION\n");
        return 2;
    }
    nexsolve_database *database = nexsolve_open(argv[1], 0);
    if (database == NULL) {
        fprintf(stderr, "%s\n", nexsolve_error());
        return 3;
    }
    nexsolve_value value;
    char move[64];
    int code = nexsolve_probe(database, argv[2], &value);
    if (code == NEXSOLVE_OK) {
        printf("%s: %s", nexsolve_board(database), value.value > 0 ? "win" : value.value < 0 ? "loss" : "draw");
        if (value.plies != NEXSOLVE_NONE) {
            printf(" in %d", value.plies);
        }
        code = nexsolve_best_move(database, argv[2], move, sizeof move, NULL);
        printf("%s%s\n", code == NEXSOLVE_OK ? ", " : "", code == NEXSOLVE_OK ? move : "");
    }
    if (code != NEXSOLVE_OK) {
        fprintf(stderr, "%s\n", nexsolve_error());
    }
    nexsolve_close(database);
    return code;
}

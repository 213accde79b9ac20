"""Ghost: add a letter to a beginning of a word; who completes a word loses. The words are those of this list."""

import nexsolve

WORDS = "ant art arts bat bee beer bet bit bite cat cot dog dot eel egg eggs end fan far fog gas hat ice ink jar key lid map nut owl pig rat".split()


class Ghost(nexsolve.Rules):
    def start(self):
        return "^"

    def moves(self, s):
        return sorted({word[len(s) - 1] for word in WORDS if word.startswith(s[1:]) and len(word) >= len(s)})

    def play(self, s, letter):
        return s + letter

    def outcome(self, s):
        return "win" if s[1:] in WORDS else None  # the opponent has completed a word


if __name__ == "__main__":
    db = nexsolve.tabulate(Ghost(), "ghost")
    print(db.probe(), [move for move, value in db.moves() if value.sign == 1])

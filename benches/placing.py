#!/usr/bin/env python3
"""Places the pieces of Placement Chess with Fibnif, for `fibnif lab train` (see LEARNING.md).

placing.py 'fibnif --variants DIR' --variant NAME --nodes NODES --games N > shard.txt

NAME is `placement`, or a variant of DIR like it with another net. Each line has the sixteen placements of a game. The
score of one is the mean of two: that of a search of NODES nodes, and what the position is worth once all pieces stand,
after a search of more nodes. At first, and in most games now and then later, a piece is placed at random, without a score.
Needs python-chess.
"""

import argparse
import random

import shard
from relabel import Engine

PIECES, FILES = "KQRRBBNN", "abcdefgh"
# The nodes of the last search.
FINAL_NODES = 3000
# The placements at random at the start, the share of the games with others, and of the placements in these.
FIRST = (0, 2, 4, 6, 8)
STRAY, STRAY_PLACEMENTS = 0.7, 0.2


def at_random(dice, moves):
    """A piece in hand on a free square; `None` if there is none for it. A square is left for each bishop."""
    own = moves[len(moves) % 2 :: 2]
    left, bishops = list(PIECES), [FILES.index(move[2]) % 2 for move in own if move[0] == "B"]
    for move in own:
        left.remove(move[0])
    free = set(range(len(FILES))) - {FILES.index(move[2]) for move in own}
    piece = dice.choice(left)
    due = {0, 1} - set(bishops)
    if piece == "B":
        free = [file for file in free if file % 2 in due]
    else:
        free = [file for file in free if all(any(other % 2 == color for other in free - {file}) for color in due)]
    rank = "18"[len(moves) % 2]
    return f"{piece}@{FILES[dice.choice(sorted(free))]}{rank}" if free else None


def search(engine, moves, nodes):
    return engine.search(" ".join(["startpos", *(["moves", *moves] if moves else [])]), nodes)


def place(engine, dice, nodes):
    """The words of a game; `None` if it came to nothing."""
    moves, scores = [], []
    first, strays = dice.choice(FIRST), dice.random() < STRAY
    engine.say("ucinewgame\n")
    while len(moves) < 2 * len(PIECES):
        if len(moves) < first or strays and dice.random() < STRAY_PLACEMENTS:
            move, score = at_random(dice, moves), None
        else:
            move, score = search(engine, moves, nodes)
        if move is None:
            return None
        moves.append(move)
        scores.append(score)
    worth = search(engine, moves, FINAL_NODES)[1]
    ends = [worth if ply % 2 == 0 else -worth for ply in range(len(moves))]
    words = zip(moves, scores, ends)
    return [move if score is None else shard.move_word(move, (score + end) / 2) for move, score, end in words]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="the command of Fibnif")
    parser.add_argument("--variant", default="placement", help="the variant to play")
    parser.add_argument("--nodes", type=int, default=200, help="nodes per placement")
    parser.add_argument("--games", type=int, default=1000, help="number of games")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random placements")
    wishes = parser.parse_args()
    dice = random.Random(wishes.seed)
    engine = Engine(wishes.engine)
    engine.say(f"setoption name UCI_Variant value {wishes.variant}\n")
    print(shard.header(["placement"], wishes.seed, wishes.nodes))
    played = 0
    while played < wishes.games:
        words = place(engine, dice, wishes.nodes)
        if words:
            # The result is not known, and not used.
            print("placement 1/2-1/2", *words)
            played += 1


if __name__ == "__main__":
    main()

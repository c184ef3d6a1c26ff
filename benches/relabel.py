#!/usr/bin/env python3
"""Has a UCI engine score the positions of games of chess, for `fibnif lab tune` and `fibnif lab train` (see LEARNING.md).

relabel.py GAMES ENGINE --nodes N --part P --scale S > shard.txt

GAMES is a PGN file or a shard of `fibnif lab selfplay`. Of the positions that are not check and in which a quiet move was
played (others are not learned from), the part P gets the score of a search of N nodes, multiplied by S, in place of
what the shard says; mates count as 3000. Needs python-chess.
"""

import argparse
import random
import shlex
import subprocess

import chess
import chess.pgn
from shard import MATE, header, move_word

OPENING_PLIES = 6
# Positions that are asked for at once: what is said of them and the answers must fit into pipes.
AT_ONCE = 12


class Engine:
    """A UCI engine that searches positions of chess."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe, encoding="utf-8", bufsize=1 << 16)
        self.say("uci\nsetoption name Hash value 4\nisready\n")
        while self.process.stdout.readline().strip() != "readyok":
            pass

    def say(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def scores(self, lines, nodes):
        """What searches of so many nodes say of the positions after each of the lines of moves, for the side to move."""
        scores = []
        for start in range(0, len(lines), AT_ONCE):
            asked = lines[start : start + AT_ONCE]
            self.say("".join(f"position startpos moves {line}\ngo nodes {nodes}\n" for line in asked))
            scores.extend(self.answer()[1] for _ in asked)
        return scores

    def search(self, position, nodes):
        """The move that a search of so many nodes chooses in a position, and its score for the side to move."""
        self.say(f"position {position}\ngo nodes {nodes}\n")
        return self.answer()

    def answer(self):
        score = 0
        for line in self.process.stdout:
            words = line.split()
            if words[:1] == ["bestmove"]:
                return words[1], score
            if "score" in words:
                kind, number = words[words.index("score") + 1 :][:2]
                score = int(number) if kind == "cp" else 10 * MATE * (1 if int(number) > 0 else -1)
        raise SystemExit("the engine has ended")


def games(path):
    """The result and the moves of each finished game."""
    with open(path, encoding="utf-8") as file:
        if path.endswith(".pgn"):
            while (game := chess.pgn.read_game(file)) is not None:
                yield game.headers["Result"], list(game.mainline_moves())
            return
        for line in file:
            words = line.split()
            if words[:1] == ["chess"]:
                yield words[1], [chess.Move.from_uci(word.split("/")[0]) for word in words[2:]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games")
    parser.add_argument("engine")
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--part", type=float, default=0.5)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    dice = random.Random(wishes.seed)
    engine = Engine(wishes.engine)
    print(header(["chess"]))
    for result, moves in games(wishes.games):
        if result == "*":
            continue
        board, words, chosen = chess.Board(), [], []
        for ply, move in enumerate(moves):
            calm = not board.is_check() and not board.is_capture(move) and move.promotion is None
            if ply >= OPENING_PLIES and calm and dice.random() < wishes.part:
                chosen.append(ply)
            words.append(move.uci())
            board.push(move)
        scores = engine.scores([" ".join(words[:ply]) for ply in chosen], wishes.nodes)
        for ply, score in zip(chosen, scores):
            words[ply] = move_word(words[ply], score * wishes.scale)
        print("chess", result, *words, flush=True)


if __name__ == "__main__":
    main()

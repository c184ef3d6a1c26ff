#!/usr/bin/env python3
"""Has a UCI engine score the positions of games of chess, for `fibnif tune` (see LEARNING.md).

relabel.py GAMES ENGINE --nodes N --part P --scale S > shard.txt

GAMES is a PGN file or a shard of `fibnif selfplay`. Of the positions that are not check, the part P gets the score
of a search of N nodes, multiplied by S, in place of what the shard says; mates count as 3000. Needs python-chess.
"""

import argparse
import random

import chess
import chess.engine
import chess.pgn

OPENING_PLIES = 6
MATE = 3000


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
    print("# selfplay seed 1 nodes 1 variants chess")
    with chess.engine.SimpleEngine.popen_uci(wishes.engine) as engine:
        engine.configure({"Hash": 16})
        for number, (result, moves) in enumerate(games(wishes.games)):
            if result == "*":
                continue
            board, words = chess.Board(), []
            for ply, move in enumerate(moves):
                word = move.uci()
                if ply >= OPENING_PLIES and dice.random() < wishes.part and not board.is_check():
                    limit = chess.engine.Limit(nodes=wishes.nodes)
                    score = engine.analyse(board, limit, game=number)["score"].relative
                    centipawns = score.score(mate_score=10 * MATE)
                    word += f"/{max(-MATE, min(MATE, round(centipawns * wishes.scale)))}"
                words.append(word)
                board.push(move)
            print("chess", result, *words, flush=True)


if __name__ == "__main__":
    main()

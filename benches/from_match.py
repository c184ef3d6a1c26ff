#!/usr/bin/env python3
"""Makes a shard for `fibnif lab train` of games that `fibnif match` saved, with the scores of their players (see LEARNING.md).

from_match.py OWN GAMES.jsonl... > shard.txt

OWN is the name of the player whose scores are Fibnif's. The scores of others are multiplied by one factor, with which
they predict the results best on Fibnif's scale. Forfeited games are left out. It is for games in which the players take
turns.
"""

import json
import math
import sys

from shard import header, limited, move_word, start_word

# So many centipawns stand for a share of 73 % of the point.
SCALE = 400
SCALES = (40, 60, 80, 100, 120, 150, 180, 220, 260, 300, 350, 400, 500, 650)
# The factor is found on every fifth position.
EVERY = 5
POINTS = {"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}


def scores(game):
    """The index, the player, the sign for White, and the score for White of each scored move."""
    black_starts = game["start"].split()[1] == "b"
    for ply, score in enumerate(game["scores"], game["opening_plies"]):
        black = ply % 2 != black_starts
        if score is not None:
            yield ply, game["black" if black else "white"], -1 if black else 1, limited(score)


def error(scale, judged):
    return sum((1 / (1 + math.exp(-score / scale)) - points) ** 2 for score, points in judged)


def main():
    own, paths = sys.argv[1], sys.argv[2:]
    games = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            games += [game for game in map(json.loads, file) if not game["forfeit"]]
    judged = []
    for game in games:
        of_others = [score for _, player, _, score in scores(game) if player != own]
        judged += [(score, POINTS[game["result"]]) for score in of_others[::EVERY]]
    factor = SCALE / min(SCALES, key=lambda scale: error(scale, judged))
    print(f"{len(games)} games; the scores of others times {factor:.2f}", file=sys.stderr)
    print(header(sorted({game["variant"] for game in games})))
    for game in games:
        words = game["moves"]
        for ply, player, sign, score in scores(game):
            words[ply] = move_word(words[ply], sign * score * (1 if player == own else factor))
        # The pieces may be shuffled, or the match may have begun with other positions.
        print(game["variant"], game["result"], start_word(game["start"]), *words)


if __name__ == "__main__":
    main()

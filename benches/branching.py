#!/usr/bin/env python3
"""Compares how fast the trees of UCI engines grow: nodes, effective branching factor and time to a depth.

branching.py SHARD ENGINE... [--depth D] [--positions N] [--ini FILE]

SHARD is a file of `fibnif lab selfplay`; from each variant in it come N positions of the opening and the
middlegame. Each engine searches each position to depth D with an empty table. A line of the output is a variant and
an engine: the geometric mean of the nodes, the branching factor (the D-th root of the nodes: what a ply multiplies),
and milliseconds. FILE is loaded by engines that have the option VariantPath, for variants that they do not know
(`fibnif export fairy-stockfish VARIANT...`).
"""

import argparse
import math
import random

import uci

# Plies after the start at which positions are taken.
PLIES = (6, 12, 18, 24, 30, 40)
# Plies of the game that must follow a position, so that it is not decided yet.
AFTER = 8


class Engine(uci.Engine):
    """A UCI engine that is asked for nodes."""

    def __init__(self, command, ini):
        super().__init__(command)
        # Fairy-Stockfish: names of variants in its files have neither a colon nor a slash.
        self.plain_names = any("VariantPath" in line for line in self.options)
        if ini and self.plain_names:
            self.say(f"setoption name VariantPath value {ini}")

    def search(self, variant, moves, depth):
        """Nodes and milliseconds of a search; None where it ended early."""
        name = variant.replace(":", "-").replace("/", "-") if self.plain_names else variant
        self.say(f"setoption name UCI_Variant value {name}\nucinewgame\nisready")
        self.until("readyok")
        self.say(f"position startpos moves {' '.join(moves)}\ngo depth {depth}")
        for line in reversed(self.until("bestmove")):
            words = line.split()
            if "nodes" in words and "depth" in words:
                said = {key: int(words[words.index(key) + 1]) for key in ("depth", "nodes", "time")}
                return (said["nodes"], said["time"]) if said["depth"] == depth and "mate" not in words else None
        return None


def positions(shard, number):
    """For each variant of a shard, some lines of moves."""
    games = {}
    with open(shard, encoding="utf-8") as lines:
        for line in lines:
            words = line.split()
            if words and words[0] != "#":
                games.setdefault(words[0], []).append([move.split("/")[0] for move in words[2:]])
    dice = random.Random(1)
    for variant, lines in sorted(games.items()):
        chosen = [(line, plies) for line in lines for plies in PLIES if len(line) >= plies + AFTER]
        yield variant, [line[:plies] for line, plies in dice.sample(chosen, min(number, len(chosen)))]


def mean(numbers):
    """The geometric mean."""
    return math.exp(sum(math.log(max(number, 1)) for number in numbers) / len(numbers))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shard")
    parser.add_argument("engines", nargs="+")
    parser.add_argument("--depth", type=int, default=12)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--ini")
    wishes = parser.parse_args()
    engines = [Engine(command, wishes.ini) for command in wishes.engines]
    print("| variant | engine | positions | nodes | factor | ms |\n|---|---|---|---|---|---|")
    for variant, lines in positions(wishes.shard, wishes.positions):
        found = [[engine.search(variant, line, wishes.depth) for engine in engines] for line in lines]
        both = [results for results in found if all(results)]
        for engine, results in zip(wishes.engines, zip(*both)):
            nodes, times = mean([nodes for nodes, _ in results]), mean([time for _, time in results])
            factor = nodes ** (1 / wishes.depth)
            print(f"| {variant} | {engine.split('/')[-1]} | {len(both)} | {nodes:,.0f} | {factor:.2f} | {times:.0f} |")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Records how UCI engines spend their clock in games of chess, and prints what the records say.

clock.py play RECORD ENGINE ENGINE [--games N] [--clock SECONDS+INCREMENT] [--on SHARE] [--seed S] [--option NAME=VALUE] [--wall]
clock.py table RECORD...

`play` lets two engines play N games, each opening twice, and appends a line of JSON for each move to RECORD. The
engines are charged processor time (Linux), so that other work on the machine does little harm. After a SHARE of the
moves the engine searches on from its table, with three times the nodes it has spent: what does it prefer then, and by
how much? Its table knows more in the next search than it would have otherwise, for both engines alike.
`table` prints a column for each engine, by the name of its file. It needs the package `chess`.
"""

import argparse
import json
import math
import random
import sys
import time
from pathlib import Path

import chess

import uci

# Random plies at the start of a game, and the largest advantage after them, in centipawns.
OPENING, BALANCE = 8, 90
# What stands for a mate.
MATE = 3000
# How late a move may be, in seconds.
MARGIN = 0.2
# Nodes that a search goes on for, as a multiple of those spent.
ON = 3
# A score that has fallen by so many centipawns counts as fallen.
FALL = 20
# A search that ends so many milliseconds after its last line was stopped in the middle of an iteration.
IDLE = 6


class Engine(uci.Engine):
    """A UCI engine that plays at a clock."""

    def __init__(self, command, options, wall):
        super().__init__(command)
        self.wall = wall
        self.name = Path(command.split()[0]).name
        for option in options:
            self.say("setoption name {} value {}".format(*option.split("=", 1)))

    def ready(self, word="isready"):
        self.say(word)
        if word != "isready":
            self.say("isready")
        self.until("readyok")

    def charge(self):
        """The processor time of the process so far, or the time of the day."""
        if self.wall:
            return time.monotonic()
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def search(self, board, limits):
        """What a search says, its move and its seconds."""
        self.say(f"position fen {board.root().fen()} moves {' '.join(move.uci() for move in board.move_stack)}")
        self.ready()
        began = self.charge()
        self.say(f"go {limits}")
        lines = self.until("bestmove")
        took = self.charge() - began
        return [step for step in map(read, lines) if step], lines[-1].split()[1], took


def read(line):
    """Depth, score, nodes, milliseconds and move of a line of thinking, and whether its score is exact."""
    words = line.split()
    if "pv" not in words or "score" not in words:
        return None
    value = {key: words[words.index(key) + 1] for key in ("depth", "nodes", "time", "pv", "cp", "mate") if key in words}
    mate = int(value.get("mate", 0))
    score = int(value["cp"]) if "cp" in value else MATE if mate > 0 else -MATE
    exact = "lowerbound" not in words and "upperbound" not in words
    return int(value["depth"]), score, int(value["nodes"]), int(value.get("time", 0)), value["pv"], exact


def opening(dice, judge):
    """A position after random moves that neither side has lost."""
    while True:
        board = chess.Board()
        for _ in range(OPENING):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(dice.choice(moves))
        if board.is_game_over():
            continue
        judge.ready("ucinewgame")
        steps, _, _ = judge.search(board, "nodes 20000")
        if steps and abs(steps[-1][1]) <= BALANCE:
            return board


def recaptures(board, move):
    """Whether a move captures on the square where the last move captured."""
    if not board.move_stack or board.move_stack[-1].to_square != move.to_square:
        return False
    last = board.pop()
    captured = board.is_capture(last)
    board.push(last)
    return captured


def search_on(engine, board, played, spent):
    """The move that a longer search prefers, and by how many centipawns."""
    steps, better, _ = engine.search(board, f"nodes {ON * spent}")
    if better == played or not steps:
        return {"better": played, "by": 0}
    rest, _, _ = engine.search(board, f"nodes {ON * spent} searchmoves {played}")
    return {"better": better, "by": max(0, steps[-1][1] - rest[-1][1]) if rest else 0}


def play(wishes):
    dice = random.Random(wishes.seed)
    base, increment = map(float, wishes.clock.split("+"))
    engines = [Engine(command, wishes.option, wishes.wall) for command in wishes.engines]
    with open(wishes.record, "a", encoding="utf-8") as record:
        for number in range(wishes.games):
            if number % 2 == 0:
                start = opening(dice, engines[0])
            board = start.copy()
            white = engines if number % 2 == 0 else engines[::-1]
            seats = dict(zip((start.turn, not start.turn), white))
            left = {chess.WHITE: base, chess.BLACK: base}
            made = {chess.WHITE: 0, chess.BLACK: 0}
            for engine in engines:
                engine.ready("ucinewgame")
            late = None
            while not (ended := board.outcome(claim_draw=True)):
                side, engine = board.turn, seats[board.turn]
                clocks = " ".join(
                    f"{color}time {round(left[turn] * 1000)} {color}inc {round(increment * 1000)}"
                    for color, turn in (("w", chess.WHITE), ("b", chess.BLACK))
                )
                steps, played, took = engine.search(board, clocks)
                move, line = chess.Move.from_uci(played), {
                    "game": number, "engine": engine.name, "move": made[side] + 1, "left": left[side], "took": took,
                    "legal": board.legal_moves.count(), "recapture": recaptures(board, chess.Move.from_uci(played)),
                    "played": played, "steps": steps,
                }
                left[side] += increment - took
                if left[side] < increment - MARGIN:
                    late = side
                if steps and dice.random() < wishes.on:
                    line.update(search_on(engine, board, played, max(steps[-1][2], 1)))
                record.write(json.dumps(line) + "\n")
                made[side] += 1
                if late is not None:
                    break
                board.push(move)
            winner = ended.winner if late is None else not late
            for side, engine in seats.items():
                points = 0.5 if winner is None else float(winner == side)
                end = {"game": number, "engine": engine.name, "points": points, "left": left[side], "late": late == side}
                record.write(json.dumps(end) + "\n")
            record.flush()
    for engine in engines:
        engine.say("quit")


def mean(numbers):
    return sum(numbers) / len(numbers) if numbers else math.nan


def changes(steps, last):
    """How often the best move changed in so many of the last iterations."""
    moves = [step[4] for step in steps if step[5]][-last - 1:]
    return sum(a != b for a, b in zip(moves, moves[1:]))


def prepare(lines):
    """Adds to each move of an engine what depends on others: the score before, and the usual time."""
    moves, before = [], {}
    for line in lines:
        if "points" in line:
            before.pop((line["file"], line["game"]), None)
        elif line["steps"]:
            line["score"] = line["steps"][-1][1]
            line["before"] = before.get((line["file"], line["game"]))
            before[line["file"], line["game"]] = line["score"]
            moves.append(line)
    usual = {}
    for line in moves:
        usual.setdefault(line["move"], []).append(line["took"])
    for line in moves:
        line["times"] = line["took"] / max(mean(usual[line["move"]]), 1e-4)
    return moves


def rows(lines):
    """The rows of the table: a name and a text."""
    moves, ends = prepare(lines), [line for line in lines if "points" in line]
    on = [line for line in moves if "by" in line]
    nodes = [line["steps"][-1][2] for line in moves]
    yield "games, points, lost on time", (
        f"{len(ends)}, {100 * mean([end['points'] for end in ends]):.1f} %, {sum(end['late'] for end in ends)}"
    )
    yield "moves, mean time, mean nodes", f"{len(moves)}, {1000 * mean([m['took'] for m in moves]):.0f} ms, {mean(nodes):,.0f}"
    yield "left at the end", f"{1000 * mean([end['left'] for end in ends]):.0f} ms"
    times = sorted(line["times"] for line in moves if line["move"] <= 40)
    logs = [math.log(max(value, 0.01)) for value in times]
    spread = math.sqrt(mean([(log - mean(logs)) ** 2 for log in logs])) if logs else math.nan
    yield "spread of the logarithm of times, moves 1 to 40", f"{spread:.2f}"
    tenths = [times[len(times) * tenth // 100] for tenth in (10, 50, 90, 99)] if times else []
    yield "10, 50, 90, 99 % of times are below", ", ".join(f"{value:.2f}" for value in tenths)
    yield "longest", f"{1000 * max((line['took'] for line in moves), default=0):.0f} ms"

    def of(name, chosen, relative=True):
        some = [line for line in moves if chosen(line)]
        value = f"{mean([line['times'] for line in some]):.2f}" if relative else f"{1000 * mean([line['took'] for line in some]):.0f} ms"
        return name, f"{value} ({100 * len(some) / max(len(moves), 1):.0f} %)"

    for first, last in ((1, 5), (6, 10), (11, 15), (16, 20), (21, 30), (31, 40), (41, 60), (61, 999)):
        yield of(f"moves {first} to {last}", lambda line: first <= line["move"] <= last, False)
    for first, last in ((1, 1), (2, 5), (6, 15), (16, 30), (31, 40), (41, 999)):
        yield of(f"{first} to {last} legal moves", lambda line: first <= line["legal"] <= last)
    yield of("recaptures", lambda line: line["recapture"])
    for number, name in ((0, "no change"), (1, "one change"), (2, "two changes"), (3, "three or more")):
        yield of(f"{name} in the last six iterations", lambda line: min(changes(line["steps"], 6), 3) == number)
    for low, high in ((-9999, -60), (-60, -FALL), (-FALL, FALL), (FALL, 60), (60, 9999)):
        yield of(f"score {low} to {high} above that of the move before",
                 lambda line: line["before"] is not None and low <= line["score"] - line["before"] < high)

    def judged(name, chosen):
        some = [line for line in on if chosen(line)]
        other = [line for line in some if line["better"] != line["played"]]
        lost = [min(line["by"], 300) for line in some]
        return name, f"{100 * len(other) / max(len(some), 1):.0f} %, {mean(lost):.1f} cp ({len(some)})"

    stopped = {id(line) for line in moves if is_stopped(line)}
    yield "stopped in the middle of an iteration", f"{100 * len(stopped) / max(len(moves), 1):.1f} %"
    yield judged("searched on: another move, mean loss", lambda line: True)
    yield judged("... after a stop in the middle", lambda line: id(line) in stopped)
    yield judged("... where the stopped iteration had changed the move",
                 lambda line: id(line) in stopped and changes(line["steps"], 1) > 0)
    for low, high in ((0, 0.5), (0.5, 0.8), (0.8, 1.25), (1.25, 2), (2, 99)):
        yield judged(f"... time {low} to {high} of the usual", lambda line: low <= line["times"] < high)
    for number, name in ((0, "no change"), (1, "one"), (2, "two or more")):
        yield judged(f"... {name} in the last six iterations", lambda line: min(changes(line["steps"], 6), 2) == number)
    for name, low, high in (("fallen since the move before", -9999, -FALL), ("steady", -FALL, FALL), ("risen", FALL, 9999)):
        yield judged(f"... score {name}",
                     lambda line: line["before"] is not None and low <= line["score"] - line["before"] < high)
    yield judged("... recaptures", lambda line: line["recapture"])
    for first, last in ((1, 10), (11, 20), (21, 40), (41, 999)):
        yield judged(f"... moves {first} to {last}", lambda line: first <= line["move"] <= last)
    falls = [line for line in moves if fell(line)]
    again = [line for line in falls if line["steps"][-1][4] != fell(line)]
    yield f"score {FALL} below the iteration before, at some depth from 8 on", f"{100 * len(falls) / max(len(moves), 1):.1f} %"
    yield "... and another move is played than before it fell", f"{100 * len(again) / max(len(falls), 1):.0f} %"


def is_stopped(line):
    """Whether a search was stopped in an iteration: its time ran on after its last line, or that repeats a depth."""
    steps = line["steps"]
    if len(steps) > 1 and steps[-1][0] == steps[-2][0]:
        return True
    return 1000 * line["took"] - steps[-1][3] > max(IDLE, 100 * line["took"])


def fell(line):
    """The best move before the last fall of the score from one iteration to the next; None without one."""
    steps = [step for step in line["steps"] if step[5] and step[0] >= 8]
    fallen = [a for a, b in zip(steps, steps[1:]) if b[1] <= a[1] - FALL]
    return fallen[-1][4] if fallen else None


def table(wishes):
    lines = []
    for file in wishes.records:
        with open(file, encoding="utf-8") as record:
            lines += [dict(json.loads(line), file=file) for line in record]
    names = sorted({line["engine"] for line in lines})
    columns = [list(rows([line for line in lines if line["engine"] == name])) for name in names]
    print(f"| | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for cells in zip(*columns):
        print(f"| {cells[0][0]} | {' | '.join(text for _, text in cells)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(required=True)
    playing = verbs.add_parser("play")
    playing.set_defaults(run=play)
    playing.add_argument("record")
    playing.add_argument("engines", nargs=2, metavar="engine")
    playing.add_argument("--games", type=int, default=20)
    playing.add_argument("--clock", default="4+0.04")
    playing.add_argument("--on", type=float, default=0.1)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--option", action="append", default=[], help="NAME=VALUE for both engines")
    playing.add_argument("--wall", action="store_true", help="charge elapsed time")
    reading = verbs.add_parser("table")
    reading.set_defaults(run=table)
    reading.add_argument("records", nargs="+")
    wishes = parser.parse_args()
    wishes.run(wishes)


if __name__ == "__main__":
    sys.exit(main())

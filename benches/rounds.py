#!/usr/bin/env python3
"""Goes around the games that have a net of their own, the weakest first, and gives each a better net.

rounds.py FOLDER [GAME...] [--fibnif FILE] [--against ENGINE] [--rounds N] [--games N] [--nodes N] [--from NET]

First each game is played against ENGINE (a UCI engine) at equal nodes, unless benches/LADDER.md has a row of it already:
this is the order. Without an engine the order is that of the command line. A round of a game is self-play with the net
that it has, training from that net on all its games in FOLDER, and a match of the new net against it at equal nodes. The
net is admitted if the match shows a gain beyond its error of 95 %. Then it takes the place of the old one in
src/engine/eval/net. Every match is a row of benches/LADDER.md, every round one of the table at the end of
benches/LEARNING.md. An interrupted run continues: what lies in FOLDER is not made again.
"""

import argparse
import datetime
import json
import math
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
NETS = ROOT / "src/engine/eval/net"
LADDER, LEARNING = ROOT / "benches/LADDER.md", ROOT / "benches/LEARNING.md"
HEADING = "## Rounds of `benches/rounds.py`"
ROW = "Fairy-Stockfish at equal nodes, {} (rounds.py)"


def shipped():
    """The net of each game that has one named like itself, or alone uses one."""
    found = {}
    for file in sorted((ROOT / "variants").glob("*.toml")):
        line = re.search(r'^net = "([\w-]+)"', file.read_text(encoding="utf-8"), re.MULTILINE)
        if line and line[1] == file.stem:
            found[file.stem] = line[1]
    return found


def play(fibnif, game, players, games, nodes, seed):
    """Wins, draws and losses of the first of two players."""
    command = [fibnif, "match", game, *players, "--games", str(games), "--nodes", str(nodes), "--seed", str(seed)]
    rules = ["--resign", "3,900", "--draw", "60,8,8", "--max-moves", "200", "--json", "--interval", "1000000"]
    lines = subprocess.run(command + rules, capture_output=True, encoding="utf-8", check=False).stdout.splitlines()
    last = json.loads(lines[-1])
    return last["wins"], last["draws"], last["losses"]


def points(result):
    """The points of a result in per cent, and their error of 95 %."""
    wins, draws, losses = result
    number = max(sum(result), 1)
    mean = (wins + draws / 2) / number
    variance = (wins * (1 - mean) ** 2 + draws * (0.5 - mean) ** 2 + losses * mean**2) / number
    return 100 * mean, 196 * math.sqrt(variance / number)


def ladder_row(name, limits, result):
    """Appends a match to the ladder."""
    (mean, error), (wins, draws, losses) = points(result), result
    row = f"| {datetime.date.today()} | {name} | {limits} | {sum(result)} | +{wins} ={draws} -{losses} "
    with LADDER.open("a", encoding="utf-8") as file:
        file.write(row + f"| {mean:.1f} % ± {error:.1f} |\n")


def known_points(game):
    """The last points of a game in the ladder; None if it has no row."""
    rows = re.findall(re.escape(ROW.format(game)) + r" .*\| ([\d.]+) %", LADDER.read_text(encoding="utf-8"))
    return float(rows[-1]) if rows else None


def learning_row(cells):
    """Appends a round to the table at the end of the notes."""
    text = LEARNING.read_text(encoding="utf-8")
    if HEADING not in text:
        head = "| game | round | games | result | points | admitted |\n|---|---|---|---|---|---|\n"
        text = text.rstrip("\n") + f"\n\n{HEADING}\n\nAgainst the net before, at equal nodes.\n\n{head}"
    LEARNING.write_text(text + "| " + " | ".join(str(cell) for cell in cells) + " |\n", encoding="utf-8")


def go_around(game, net, turn, wishes):
    """One round of a game."""
    fibnif, folder = wishes.fibnif, pathlib.Path(wishes.folder)
    old, new, shard = NETS / f"{net}.net", folder / f"{game}.{turn}.net", folder / f"{game}.{turn}.txt"
    done = folder / f"{game}.{turn}.done"
    if done.exists():
        return
    seed = 20_000 + 100 * turn + sum(map(ord, game)) % 97
    run = lambda *words: subprocess.run([fibnif, "lab", *map(str, words)], check=True, stdout=subprocess.DEVNULL)
    run("selfplay", game, shard, "--seed", seed, "--games", wishes.games, "--nodes", wishes.nodes, "--net", old)
    start = wishes.start if wishes.start and turn == 1 else old
    shards = sorted(folder.glob(f"{game}.*.txt"))
    recipe = ("--lambda", 0.9, "--hidden", 64, "--epochs", 8, "--batch", 2048, "--rate", 0.001)
    run("train", new, *shards, "--from", start, *recipe)
    players = (f"self; name=new; net={new}", f"self; name=old; net={old}")
    result = play(fibnif, game, players, wishes.match_games, wishes.match_nodes, seed)
    mean, error = points(result)
    admitted = mean - error > 50
    ladder_row(f"net of round {turn} against the net before, {game}", f"--nodes {wishes.match_nodes}", result)
    wins, draws, losses = result
    outcome = (f"+{wins} ={draws} -{losses}", f"{mean:.1f} % ± {error:.1f}", "yes" if admitted else "no")
    learning_row((f"`{game}`", turn, wishes.games, *outcome))
    if admitted:
        old.write_bytes(new.read_bytes())
    done.write_text(outcome[1] + "\n", encoding="utf-8")
    print(game, turn, *outcome, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("variants", metavar="GAME", nargs="*")
    parser.add_argument("--fibnif", default=str(ROOT / "target/dist/fibnif"))
    parser.add_argument("--against", metavar="ENGINE", help="the engine of the ladder")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--games", type=int, default=8000, help="games of self-play in a round")
    parser.add_argument("--nodes", type=int, default=400, help="nodes a move of these games")
    parser.add_argument("--from", dest="start", metavar="NET", help="the net from which the first round starts")
    parser.add_argument("--match-games", type=int, default=100)
    parser.add_argument("--match-nodes", type=int, default=4000)
    parser.add_argument("--ladder-games", type=int, default=20)
    parser.add_argument("--ladder-nodes", type=int, default=10_000)
    wishes = parser.parse_args()
    pathlib.Path(wishes.folder).mkdir(parents=True, exist_ok=True)
    nets = shipped()
    games = wishes.variants or list(nets)
    unknown = [game for game in games if game not in nets]
    if unknown:
        raise SystemExit(f"no net of its own: {', '.join(unknown)}; games with one: {', '.join(nets)}")
    if wishes.against:
        for game in games:
            if known_points(game) is None:
                players = ("self; name=own", f"uci:{wishes.against}; name=other")
                result = play(wishes.fibnif, game, players, wishes.ladder_games, wishes.ladder_nodes, 1)
                ladder_row(ROW.format(game), f"--nodes {wishes.ladder_nodes}", result)
        games.sort(key=lambda game: known_points(game) or 0.0)
    for turn in range(1, wishes.rounds + 1):
        for game in games:
            go_around(game, nets[game], turn, wishes)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Plays games of chess in which a UCI engine scores every position, for `fibnif lab train` (see LEARNING.md).

teacher.py ENGINE --nodes LEAST MOST --games N > shard.txt
teacher.py ENGINE --nodes LEAST MOST --games N --pupil 'fibnif' > shard.txt
teacher.py ENGINE --nodes LEAST MOST --games N --game fischerandom > shard.txt

In `placement` games begin with all pieces placed, and in `pocketknight` with both knights dropped: the teacher plays chess.
After a few random moves the engine plays itself, each move with a random number of nodes between LEAST and MOST. With a
pupil, another UCI engine chooses the moves of one side, and in some games of both: these are the positions that the pupil
gets into, and the teacher scores them. With `--stray` half of the games have random moves in between, without scores.
Needs python-chess.
"""

import argparse
import random

import chess
import shard
from relabel import Engine

RANDOM_PLIES = (4, 10)
# A game begins within so many centipawns.
BALANCE = 250
PUPIL_NODES = (400, 1000)
# The share of the games with a pupil in which it plays both sides.
BOTH = 0.35
# A game is won after so many plies in a row with at least this score, drawn after so many with at most that one.
WON, WON_PLIES = 1200, 4
DRAWN, DRAWN_PLIES, DRAWN_FROM = 6, 10, 100
LONGEST = 360
# In half of the games that may stray, one in so many moves is random, up to this ply.
STRAY, STRAY_PLIES = 25, 70


def placed(dice):
    """The pieces on the first ranks of both sides, each in an order of its own, with bishops on different colors."""
    board = chess.Board()
    for color, rank in ((chess.WHITE, 0), (chess.BLACK, 7)):
        order = list("RNBQKBNR")
        while True:
            dice.shuffle(order)
            first, second = (file for file, letter in enumerate(order) if letter == "B")
            if (first + second) % 2:
                break
        for file, letter in enumerate(order):
            board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), color))
    # The rights of those whose king and rook stand where they do in chess.
    board.castling_rights = board.clean_castling_rights()
    return board


def with_knights(dice):
    """Chess with one more knight for each side, on an empty square of its half."""
    board = chess.Board()
    for color, ranks in ((chess.WHITE, (2, 3)), (chess.BLACK, (4, 5))):
        board.set_piece_at(chess.square(dice.randrange(8), dice.choice(ranks)), chess.Piece(chess.KNIGHT, color))
    return board


# By game: how a board is set up.
STARTS = {
    "chess": lambda dice: chess.Board(),
    "fischerandom": lambda dice: chess.Board.from_chess960_pos(dice.randrange(960)),
    "placement": placed,
    "pocketknight": with_knights,
}


def opening(dice, game):
    """A board after random moves."""
    board = STARTS[game](dice)
    for _ in range(dice.randint(*RANDOM_PLIES)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(dice.choice(moves))
    return board


def start(board):
    """The FEN of the position in which a game began."""
    return board.root().fen()


def position(board):
    """What UCI's `position` is to say of a board."""
    moves = " ".join(move.uci() for move in board.move_stack)
    return f"startpos moves {moves}" if start(board) == chess.STARTING_FEN else f"fen {start(board)} moves {moves}"


def play(dice, teacher, pupil, nodes, game, stray=False):
    """The result of a game, and its moves with their scores; None if its opening is not balanced."""
    board = opening(dice, game)
    if board.is_game_over() or abs(teacher.search(position(board), nodes[1])[1]) > BALANCE:
        return None
    words = [move.uci() for move in board.move_stack]
    if game != "chess":
        words.insert(0, shard.start_word(start(board)))
    side, both = dice.random() < 0.5, dice.random() < BOTH
    strays = stray and dice.random() < 0.5
    won = drawn = 0
    while True:
        outcome = board.outcome()
        if outcome:
            return outcome.result(), words
        # Cheaper than `claim_draw`, which tries every move.
        if board.is_fifty_moves() or board.is_repetition(3):
            return "1/2-1/2", words
        if strays and len(words) < STRAY_PLIES and dice.randrange(STRAY) == 0:
            move = dice.choice(list(board.legal_moves))
            words.append(move.uci())
            board.push(move)
            continue
        move, score = teacher.search(position(board), dice.randint(*nodes))
        if pupil and (both or board.turn == side):
            move, _ = pupil.search(position(board), dice.randint(*PUPIL_NODES))
        words.append(shard.move_word(move, score))
        won = won + 1 if abs(score) > WON else 0
        drawn = drawn + 1 if abs(score) < DRAWN else 0
        if won >= WON_PLIES:
            return "1-0" if (score > 0) == board.turn else "0-1", words
        if drawn >= DRAWN_PLIES and len(words) > DRAWN_FROM or len(words) > LONGEST:
            return "1/2-1/2", words
        board.push_uci(move)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--nodes", type=int, nargs=2, default=(150, 330), metavar=("LEAST", "MOST"))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--pupil")
    parser.add_argument("--game", choices=STARTS, default="chess")
    parser.add_argument("--stray", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    dice = random.Random(wishes.seed)
    teacher = Engine(wishes.engine)
    pupil = Engine(wishes.pupil) if wishes.pupil else None
    if pupil:
        # Fibnif would wait for the tables of endings to be solved. Others do not have this option.
        pupil.say("setoption name Tablebase Probe Limit value 0\n")
    variant = wishes.game
    for engine in filter(None, (teacher, pupil)):
        engine.say(f"setoption name UCI_Chess960 value {str(variant == 'fischerandom').lower()}\n")
    print(shard.header([variant], wishes.seed, wishes.nodes[1]))
    played = 0
    while played < wishes.games:
        game = play(dice, teacher, pupil, wishes.nodes, variant, wishes.stray)
        if game:
            result, words = game
            print(variant, result, *words, flush=True)
            played += 1


if __name__ == "__main__":
    main()

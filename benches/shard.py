"""The text of a shard of `fibnif lab selfplay`, for the scripts that make one (the format is in `src/lab/games.rs`)."""

# The score of a mate.
MATE = 3000


def header(variants, seed=1, nodes=1):
    """The first line."""
    return " ".join(["# selfplay seed", str(seed), "nodes", str(nodes), "variants", *variants])


def start_word(fen):
    """The word for the position in which a game began."""
    return "from:" + fen.replace(" ", "_")


def move_word(move, score):
    """The word for a move of a searched position, with its score in centipawns for the side to move."""
    return f"{move}/{limited(score)}"


def limited(score):
    """A score in whole centipawns, no better than mate."""
    return max(-MATE, min(MATE, round(score)))

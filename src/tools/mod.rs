//! Developer and user tools behind the subcommands.

# Sourced by the scripts here with the built `program`: writes what the shells complete, which the program knows.
mkdir -p .packaging/completions
"$program" completions bash > .packaging/completions/fibnif.bash
"$program" completions zsh > .packaging/completions/_fibnif
"$program" completions fish > .packaging/completions/fibnif.fish

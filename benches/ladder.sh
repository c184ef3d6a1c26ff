#!/usr/bin/env bash
# The ladder: the program against other engines, at equal processor time and at equal nodes.
#
#   benches/ladder.sh [GAMES [TIME [SEED]]]
#
# plays GAMES (20) of each row at TIME (4+0.04) and adds a line for each to benches/LADDER.md. Engines that are
# not found are left out; FIBNIF, FAIRY_STOCKFISH, FAIRYMAX, GNUCHESS, SJAAKII, BEFORE (the version before) name
# others than those of the PATH. ROWS=regex plays only rows whose name matches. Processor time is charged
# (Linux), so that a loaded machine does no harm. Fibnif is a process of its own, as the others are: it is charged the
# time of all its threads.
set -eu
cd "$(dirname "$0")/.."
games=${1:-20} time=${2:-4+0.04} seed=${3:-1}
fibnif=${FIBNIF:-target/dist/fibnif}
table=benches/LADDER.md
armies="fide clobberers nutters rookies"
sources="narrow greener augmented-half colorboundmost nearly-colorboundmost"
pairings=$(for white in $armies; do for black in $armies; do echo "cwda:$white/$black"; done; done)

# row NAME PLAYER LIMITS VARIANT...: one match, one line
row() {
    local name=$1 player=$2 limits=$3
    shift 3
    [[ $name =~ ${ROWS:-.} ]] || return 0
    local program=${player#uci:}
    command -v "${program%% *}" > /dev/null || { echo "ladder: no ${program%% *}, $name is left out" >&2; return 0; }
    echo "ladder: $name" >&2
    # shellcheck disable=SC2086
    local variants
    variants=$(IFS=, && echo "$*")
    "$fibnif" match "$variants" "$fibnif; name=fibnif" "$player; name=other" --games "$games" --seed "$seed" \
        $limits --cpu-clock --margin 0.2 --interval 1000000 |
        awk -v name="$name" -v limits="$limits" -v date="$(date +%F)" '
            # Totals of each variant: fibnif - other VARIANT: N games +W =D -L
            /^fibnif - other/ {
                variant = $4 ~ /:$/ ? $4 : ""
                for (i = 1; i <= NF; i++) {
                    if ($i ~ /^\+[0-9]+$/ && $(i + 1) ~ /^=/) { w[variant] = $i + 0; d[variant] = substr($(i + 1), 2); l[variant] = substr($(i + 2), 2) }
                }
            }
            # Forfeits are no strength: a row with some says so.
            match($0, /[0-9]+ forfeits/) { forfeits += substr($0, RSTART) + 0 }
            END {
                for (v in w) { W += w[v]; D += d[v]; L += l[v] }
                n = W + D + L
                if (n == 0) exit 1
                s = (W + D / 2) / n
                e = 1.96 * sqrt((W * (1 - s) ^ 2 + D * (0.5 - s) ^ 2 + L * s ^ 2) / n / n)
                printf "| %s | %s | %s | %d | +%d =%d -%d | %.1f %% ± %.1f%s |\n", date, name, limits, n, W, D, L, 100 * s, 100 * e, forfeits ? " (" forfeits " forfeits)" : ""
            }' | tee -a "$table"
}

equal="--clock $time"
stockfish="uci:${FAIRY_STOCKFISH:-fairy-stockfish}"
row "Fairy-Max, chess" "${FAIRYMAX:-fairymax}" "$equal" chess
# Its words wait in a buffer where they go into a pipe.
command -v "${GNUCHESS:-gnuchess}" > /dev/null &&
    row "GNU Chess, chess" "stdbuf -oL ${GNUCHESS:-gnuchess} --xboard" "$equal" chess
row "Sjaak II, chess" "${SJAAKII:-sjaakii}" "$equal" chess
row "Fairy-Stockfish, chess" "$stockfish" "$equal" chess
# shellcheck disable=SC2086
row "Fairy-Stockfish, 16 pairings" "$stockfish" "$equal" $pairings
row "Fairy-Stockfish at equal nodes, chess" "$stockfish" "--nodes 16000" chess
# shellcheck disable=SC2086
row "Fairy-Stockfish at equal nodes, 16 pairings" "$stockfish" "--nodes 16000" $pairings
if [ -n "${BEFORE:-}" ]; then
    # shellcheck disable=SC2086
    row "version before, 16 pairings" "$BEFORE" "$equal" $pairings
    for variant in chess $sources; do
        row "version before, $variant" "$BEFORE" "$equal" "$variant"
    done
fi

#!/bin/sh
# An engine that speaks UCI and has the fault that its first argument names. The second is a program that
# plays in its place, or a file: by it the engine knows that it has been started before, or keeps what it is told.
case $1 in
    plain) "$2" | sed -u '/UCI_Variant/d'; exit ;;
    twice) "$2" | sed -u 's/^bestmove \([^ ]*\).*/bestmove \1\nbestmove a1a1/'; exit ;;
    restart) [ -e "$2" ] && exit 7; : > "$2" ;;
esac
fault() {
    case $1 in
        restart) exit 3 ;;
        closes) exec >&-; while read -r line; do :; done; sleep 30 ;;
        hangs) sleep 7654321 & sleep 7654321 ;;
        ponders)
            echo "go $rest" >> "$2"
            case $rest in
                ponder*) ;;
                *) sleep 0.5; echo "bestmove ${reply:-a7a6} ponder h2h3"; reply=a1a1 ;;
            esac ;;
        long) printf 'bestmove '; head -c 100000 /dev/zero | tr '\0' x; echo ;;
    esac
}
while read -r word rest; do
    case $word in
        uci) echo 'id name Planted 1.0'; echo 'option name Hash type spin default 16'; echo 'uciok' ;;
        isready) echo readyok ;;
        go) fault "$1" "$2" ;;
        stop) echo 'bestmove 0000' ;;
        quit) exit 0 ;;
    esac
done

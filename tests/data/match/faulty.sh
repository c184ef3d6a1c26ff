#!/bin/sh
# An engine that speaks the protocol of XBoard until it is asked for a move. Then it does what its
# first argument says. The second is a file for the numbers of the processes it starts.
fault() {
    case $1 in
        illegal) echo 'move a1a8' ;;
        sleeps) sleep 2; echo "move $mine" ;;
        dies) exit 3 ;;
        floods) while :; do echo '# nothing of interest'; done ;;
        silent) : ;;
        wins) echo "$won {says who}" ;;
        offers) echo 'offer draw'; echo "move $mine" ;;
        accepts) echo "move $mine" ;;
        draws) echo '1/2-1/2 {says who}'; echo "move $mine" ;;
        half) printf 'move e' ;;
        garbage) printf '\377\376move\000\n'; printf 'move \377\n' ;;
        refuses) echo 'Illegal move: whatever it was' ;;
        resigns | options) echo 'resign' ;;
        gives) echo 'computer resigns.' ;;
        tells) echo 'tellics resign' ;;
        orphans) sleep 1000 >/dev/null & echo $! >>"$2"; exit 3 ;;
        clings) sleep 1000 & echo $! >>"$2"; wait ;;
    esac
}
plays=
mine=e2e4 won=1-0
while read -r word rest; do
    case $word in
        protover)
            if [ "$1" = courier ]; then
                echo 'feature ping=1 setboard=0 usermove=1 nps=1 variants="normal,courier" done=1'
            elif [ "$1" = options ]; then
                echo 'feature ping=1 setboard=1 usermove=1 option="hash -spin 16 1 64" done=1'
            else
                echo 'feature ping=1 setboard=1 usermove=1 nps=1 reuse=1 done=1'
            fi ;;
        ping) echo "pong $rest" ;;
        draw) if [ "$1" = accepts ]; then echo 'offer draw'; fi ;;
        option) echo "$rest" >>"$2" ;;
        go) plays=1; fault "$@" ;;
        usermove) mine=e7e5 won=0-1; if [ -n "$plays" ]; then fault "$@"; fi ;;
        new) plays=; mine=e2e4 won=1-0 ;;
        force) plays= ;;
        quit) exit 0 ;;
    esac
done

"""An engine that speaks UCI, for the scripts beside this one."""

import subprocess


class Engine:
    """A UCI engine; `options` are its lines in answer to `uci`."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command.split(), stdin=pipe, stdout=pipe, encoding="utf-8", bufsize=1)
        self.say("uci")
        self.options = self.until("uciok")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word):
        """The lines up to the one that begins with a word."""
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(word):
                return lines
        raise SystemExit(f"{self.process.args[0]} has ended")

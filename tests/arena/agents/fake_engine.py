"""A small UCI engine that misbehaves as its argument says: run as a program by the tests."""

import os
import subprocess
import sys
import time

from cornered import read_position
from cornered.arena.agents.uci_notation import write_move

fault = sys.argv[1] if len(sys.argv) > 1 else ""


def say(text: str) -> None:
    print(text, flush=True)


def sleep() -> None:
    while True:
        time.sleep(1)


def go(code: str) -> None:
    position = read_position(code)
    match fault:
        case "sleeps":
            sleep()
        case "dies":
            sys.exit("out of ideas")
        case "is killed":
            os.kill(os.getpid(), 9)
        case "talks nonsense":
            say("what is the meaning of this?")
            say("bestmove \x1b[31mz9z9")
        case "moves illegally":
            say("bestmove a1a1")
        case "says nothing":
            say("bestmove")
        case "sends a long line":
            sys.stdout.write("x" * 10_000_000)
            say("")
        case "floods":
            while True:
                sys.stdout.write("info string " + "y" * 1000 + "\n")
        case "floods its errors":
            sys.stderr.write("z" * 10_000_000)
            say(f"bestmove {write_move(position, position.moves()[0])}")
        case "closes stdout":
            os.close(1)
            sleep()
        case _:
            say(f"bestmove {write_move(position, position.moves()[0])}")


def main() -> None:
    if "ENGINE" in os.environ:
        with open(os.environ["ENGINE"], "w") as file:
            file.write(str(os.getpid()))
    if fault == "never starts":
        sleep()
    if fault == "leaves a child":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        with open(os.environ["CHILD"], "w") as file:
            file.write(str(child.pid))
    code = ""
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                say("id name fake\noption name Threads type spin default 1 min 1 max 8\nuciok")
            case ["isready"]:
                say("readyok")
            case ["position", "fen", code]:
                pass
            case ["go", *_]:
                go(code)
            case ["quit"] if fault != "ignores quit":
                return
    if fault == "ignores quit":
        sleep()


if __name__ == "__main__":
    main()

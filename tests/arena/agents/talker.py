"""A command that reads a question and answers as its argument says: run as a program by the tests."""

import json
import sys
import time

if __name__ == "__main__":
    question = sys.stdin.read()
    first = question.rpartition("Legal moves: ")[2].split(";")[0].strip()
    answer = f"I think of it. {json.dumps({'move': first})}"
    match sys.argv[1]:
        case "sleeps":
            time.sleep(1000)
        case "fails":
            sys.exit("no network")
        case "talks for ever":
            while True:
                print("word " * 1000)
        case "answers at length":
            print("word " * 600_000, answer)
        case "floods":
            print("word " * 2_000_000, answer)
        case "says nothing":
            pass
        case "is cut off":
            print(answer, 'No, that loses. {"move": "')
        case "thinks of two":
            print('{"move": "nowhere"} is no good, so it is', answer, "I hope.")
        case "breaks the rules":
            print(json.dumps({"move": "Z26"}))
        case "counts tokens":
            print(json.dumps({"move": first, "tokens": 12}))
        case "is vague":
            print("I would play somewhere in the middle.")
        case "learns" if "refused" not in question:
            print(json.dumps({"move": "nowhere"}))
        case _:
            print(answer)

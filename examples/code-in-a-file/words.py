"""The most frequent words of the standard input; the argument says how many."""

import sys
from collections import Counter


def most_frequent(text: str, count: int) -> list[tuple[str, int]]:
    return Counter(text.split()).most_common(count)


if __name__ == "__main__":
    for word, times in most_frequent(sys.stdin.read(), int(sys.argv[1])):
        print(f"{times} {word}")

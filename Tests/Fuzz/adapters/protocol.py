"""The protocol between `ftpraw fuzz` and another program's parser.

Input: the length of an input in digits, LF, and the input.
Output: a line of words.
"""
import sys


def answer(read):
    """Answers each input with the words that `read` returns, until there are no more inputs."""
    while True:
        length = sys.stdin.buffer.readline()
        if not length:
            return
        words = read(sys.stdin.buffer.read(int(length)))
        sys.stdout.buffer.write((" ".join(words) + "\n").encode("ascii", "replace"))
        sys.stdout.buffer.flush()


def reply(code, lines):
    """The word for a reply. The code that a parser returns need not be three digits."""
    return "%s/%d" % ("".join(c if c.isalnum() else "?" for c in code) or "?", lines)


def escaped(name):
    """A name as one word: printable ASCII except spaces and backslashes is unchanged, everything else escaped."""
    return "".join(chr(byte) if 0x20 < byte < 0x7F and byte != 0x5C else "\\x%02x" % byte for byte in name) or "-"

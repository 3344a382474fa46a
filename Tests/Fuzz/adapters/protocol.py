"""The protocol of two lines between `ftpraw fuzz` and another program's parser.

In: the length of an input in digits, LF, and the input.
Out: a line of words.
"""
import sys


def answer(read):
    """Answers with the words that `read` makes of each input, until there are no more."""
    while True:
        length = sys.stdin.buffer.readline()
        if not length:
            return
        words = read(sys.stdin.buffer.read(int(length)))
        sys.stdout.buffer.write((" ".join(words) + "\n").encode("ascii", "replace"))
        sys.stdout.buffer.flush()


def reply(code, lines):
    """The word for a reply. What a parser takes for a code need not be three digits."""
    return "%s/%d" % ("".join(c if c.isalnum() else "?" for c in code) or "?", lines)


def escaped(name):
    """A name of bytes as one word: printable ASCII as it is, but for blanks and backslashes."""
    return "".join(chr(byte) if 0x20 < byte < 0x7F and byte != 0x5C else "\\x%02x" % byte for byte in name) or "-"

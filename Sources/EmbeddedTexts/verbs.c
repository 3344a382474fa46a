// In a file of its own, because `FTPProtocol` needs nothing else: a program that uses only that carries only this text.
#include "EmbeddedTexts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char verbs[] = {
#embed "verbs.txt"
};

struct EmbeddedText embedded_verbs(void) { return (struct EmbeddedText){verbs, sizeof verbs}; }

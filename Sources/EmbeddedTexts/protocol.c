// In a file of their own, because `FTPProtocol` needs no others: a program that uses only that carries only these.
#include "EmbeddedTexts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char words[] = {
#embed "words.txt"
};

static const unsigned char verbs[] = {
#embed "verbs.txt"
};

struct EmbeddedText embedded_words(void) { return (struct EmbeddedText){words, sizeof words}; }
struct EmbeddedText embedded_verbs(void) { return (struct EmbeddedText){verbs, sizeof verbs}; }

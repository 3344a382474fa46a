#pragma once

/// A text that the program carries with it.
struct EmbeddedText {
  const unsigned char *_Nonnull start;
  long count;
};

/// The files of `RFC/Catalogue`, each followed by a zero byte.
struct EmbeddedText embedded_catalogue(void);

/// `RFC/conflicts.md`.
struct EmbeddedText embedded_conflicts(void);

/// Style sheet and script of all pages, of a report, a matrix and a ledger, each followed by a zero byte.
struct EmbeddedText embedded_pages(void);

/// The files of `Cases` in the order of the documents, each followed by a zero byte.
struct EmbeddedText embedded_cases(void);

/// The meanings of reply codes, which `ReplyCode.meanings` reads.
struct EmbeddedText embedded_codes(void);

/// The words of the command line for its users, which `CommandText` reads.
struct EmbeddedText embedded_commands(void);

/// The completion scripts of bash and zsh, each followed by a zero byte.
struct EmbeddedText embedded_completions(void);

/// The faults of the mock server, which `FaultCatalogue` reads.
struct EmbeddedText embedded_faults(void);

/// The pieces of which fuzzers make inputs, which `FuzzPieces` reads.
struct EmbeddedText embedded_pieces(void);

/// The tables of products, which `ProductTables` reads.
struct EmbeddedText embedded_products(void);

/// How verbs are sent without harm, and the commands of documents, which `SequenceStep` and `TextOffer` read.
struct EmbeddedText embedded_sequences(void);

/// The files of `Scenarios` in the order of the groups, each followed by a zero byte.
struct EmbeddedText embedded_scenarios(void);

/// What known servers do, which `Tests/Interop/run --write-baselines` writes.
struct EmbeddedText embedded_answers(void);

/// The words for what `FTPProtocol` knows by name, which `Words` reads.
struct EmbeddedText embedded_words(void);

/// The verbs, which `VerbTable` reads.
struct EmbeddedText embedded_verbs(void);

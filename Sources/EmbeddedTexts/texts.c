// Clang embeds these texts at once; as array literals, they cost the Swift compiler seconds.
#include "EmbeddedTexts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// RFCs by number, then drafts by name, then practice. A new file is a line here.
static const unsigned char catalogue[] = {
#embed "../../RFC/Catalogue/rfc775.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc854.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc959.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc1123.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc1579.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc1635.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc1639.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc1738.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc2228.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc2389.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc2428.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc2577.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc2640.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc3659.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc4217.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc5797.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc7151.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc7301.md" suffix(, 0,)
#embed "../../RFC/Catalogue/rfc8446.md" suffix(, 0,)
#embed "../../RFC/Catalogue/draft-deflate.md" suffix(, 0,)
#embed "../../RFC/Catalogue/draft-hash.md" suffix(, 0,)
#embed "../../RFC/Catalogue/draft-mfxx.md" suffix(, 0,)
#embed "../../RFC/Catalogue/draft-rang.md" suffix(, 0,)
#embed "../../RFC/Catalogue/draft-spsv.md" suffix(, 0,)
#embed "../../RFC/Catalogue/draft-streamlined.md" suffix(, 0,)
#embed "../../RFC/Catalogue/practice.md" suffix(, 0,)
};

static const unsigned char conflicts[] = {
#embed "../../RFC/conflicts.md"
};

static const unsigned char answers[] = {
#embed "answers.txt"
};

static const unsigned char codes[] = {
#embed "codes.txt"
};

static const unsigned char commands[] = {
#embed "commands.txt"
};

static const unsigned char completions[] = {
#embed "Completions/bash.sh" suffix(, 0,)
#embed "Completions/zsh.sh" suffix(, 0,)
};

static const unsigned char faults[] = {
#embed "faults.txt"
};

static const unsigned char pieces[] = {
#embed "pieces.txt"
};

static const unsigned char products[] = {
#embed "products.txt"
};

static const unsigned char sequences[] = {
#embed "sequences.txt"
};

// In the order of the documents in `CaseCatalogue.servers`.
static const unsigned char cases[] = {
#embed "Cases/rfc775.txt" suffix(, 0,)
#embed "Cases/rfc854.txt" suffix(, 0,)
#embed "Cases/rfc959.txt" suffix(, 0,)
#embed "Cases/rfc1123.txt" suffix(, 0,)
#embed "Cases/rfc1635.txt" suffix(, 0,)
#embed "Cases/rfc1639.txt" suffix(, 0,)
#embed "Cases/rfc2228.txt" suffix(, 0,)
#embed "Cases/rfc2389.txt" suffix(, 0,)
#embed "Cases/rfc2428.txt" suffix(, 0,)
#embed "Cases/rfc2577.txt" suffix(, 0,)
#embed "Cases/rfc2640.txt" suffix(, 0,)
#embed "Cases/rfc3659.txt" suffix(, 0,)
#embed "Cases/rfc4217.txt" suffix(, 0,)
#embed "Cases/rfc5797.txt" suffix(, 0,)
#embed "Cases/rfc7151.txt" suffix(, 0,)
#embed "Cases/rfc7301.txt" suffix(, 0,)
#embed "Cases/rfc8446.txt" suffix(, 0,)
#embed "Cases/draft-deflate.txt" suffix(, 0,)
#embed "Cases/draft-hash.txt" suffix(, 0,)
#embed "Cases/draft-mfxx.txt" suffix(, 0,)
#embed "Cases/draft-rang.txt" suffix(, 0,)
#embed "Cases/draft-streamlined.txt" suffix(, 0,)
};

// In the order of the groups in `CaseCatalogue.clients`.
static const unsigned char scenarios[] = {
#embed "Scenarios/good.txt" suffix(, 0,)
#embed "Scenarios/robust.txt" suffix(, 0,)
#embed "Scenarios/honest.txt" suffix(, 0,)
#embed "Scenarios/safe.txt" suffix(, 0,)
#embed "Scenarios/resource.txt" suffix(, 0,)
#embed "Scenarios/ftps.txt" suffix(, 0,)
};

// In the order of the cases of `HTMLPage.Kind`.
static const unsigned char pages[] = {
#embed "Pages/base.css" suffix(, 0,)
#embed "Pages/base.js" suffix(, 0,)
#embed "Pages/report.css" suffix(, 0,)
#embed "Pages/report.js" suffix(, 0,)
#embed "Pages/matrix.css" suffix(, 0,)
#embed "Pages/matrix.js" suffix(, 0,)
#embed "Pages/ledger.css" suffix(, 0,)
#embed "Pages/ledger.js" suffix(, 0,)
};

struct EmbeddedText embedded_catalogue(void) { return (struct EmbeddedText){catalogue, sizeof catalogue}; }
struct EmbeddedText embedded_conflicts(void) { return (struct EmbeddedText){conflicts, sizeof conflicts}; }
struct EmbeddedText embedded_answers(void) { return (struct EmbeddedText){answers, sizeof answers}; }
struct EmbeddedText embedded_cases(void) { return (struct EmbeddedText){cases, sizeof cases}; }
struct EmbeddedText embedded_codes(void) { return (struct EmbeddedText){codes, sizeof codes}; }
struct EmbeddedText embedded_commands(void) { return (struct EmbeddedText){commands, sizeof commands}; }
struct EmbeddedText embedded_completions(void) { return (struct EmbeddedText){completions, sizeof completions}; }
struct EmbeddedText embedded_faults(void) { return (struct EmbeddedText){faults, sizeof faults}; }
struct EmbeddedText embedded_pieces(void) { return (struct EmbeddedText){pieces, sizeof pieces}; }
struct EmbeddedText embedded_products(void) { return (struct EmbeddedText){products, sizeof products}; }
struct EmbeddedText embedded_sequences(void) { return (struct EmbeddedText){sequences, sizeof sequences}; }
struct EmbeddedText embedded_scenarios(void) { return (struct EmbeddedText){scenarios, sizeof scenarios}; }
struct EmbeddedText embedded_pages(void) { return (struct EmbeddedText){pages, sizeof pages}; }

#include "yardstick.h"

#include <stdlib.h>
#include <string.h>

/* The same limits as the default ones of the parser in Swift. */
enum { longest_line = 64 * 1024, longest_reply = 16 * 1024 * 1024, tail_size = 1024 * 1024 };

struct yardstick_parser {
  struct yardstick_sums sums;
  size_t held;
  uint8_t tail[tail_size];
};

struct yardstick_parser *yardstick_parser_make(void) { return calloc(1, sizeof(struct yardstick_parser)); }

void yardstick_parser_free(struct yardstick_parser *parser) { free(parser); }

struct yardstick_sums yardstick_parser_sums(const struct yardstick_parser *parser) { return parser->sums; }

static void add(struct yardstick_sums *sums, unsigned code, size_t bytes, size_t lines) {
  sums->replies++;
  sums->codes += code;
  sums->bytes += bytes;
  sums->lines += lines;
}

/* Adds up the complete replies and returns the offset of the first incomplete one. */
static size_t scan(struct yardstick_sums *sums, const uint8_t *bytes, size_t count) {
  size_t start = 0, line = 0, lines = 0;
  unsigned opened = 0;
  const uint8_t *feed;
  while (line < count && (feed = memchr(bytes + line, '\n', count - line)) != NULL) {
    size_t end = (size_t)(feed - bytes) + 1;
    if (end - line > longest_line || end - start > longest_reply) {
      sums->failed = 1;
      return count;
    }
    lines++;
    if (end - line >= 4) {
      const uint8_t *head = bytes + line;
      unsigned a = head[0] - '0', b = head[1] - '0', c = head[2] - '0';
      if (a < 10 && b < 10 && c < 10) {
        unsigned code = a * 100 + b * 10 + c;
        if (opened == 0 && head[3] == '-') {
          opened = code + 1;
        } else if (opened == 0 || (opened == code + 1 && head[3] == ' ')) {
          add(sums, code, end - start, lines);
          lines = 0;
          opened = 0;
          start = end;
        }
      }
    }
    line = end;
  }
  return start;
}

void yardstick_parser_feed(struct yardstick_parser *parser, const uint8_t *bytes, size_t count) {
  size_t offset = 0, piece = 256;
  /* Completes the held reply with pieces that double in size, then continues in place. */
  while (parser->held > 0) {
    size_t take = count - offset < piece ? count - offset : piece;
    if (take == 0) return;
    if (parser->held + take > sizeof parser->tail) {
      parser->sums.failed = 1;
      return;
    }
    memcpy(parser->tail + parser->held, bytes + offset, take);
    size_t used = scan(&parser->sums, parser->tail, parser->held + take);
    if (used > parser->held) {
      offset += used - parser->held;
      parser->held = 0;
    } else {
      parser->held += take;
      offset += take;
      piece *= 2;
    }
  }
  size_t used = scan(&parser->sums, bytes + offset, count - offset);
  size_t rest = count - offset - used;
  if (rest > sizeof parser->tail) {
    parser->sums.failed = 1;
    return;
  }
  memcpy(parser->tail, bytes + offset + used, rest);
  parser->held = rest;
}

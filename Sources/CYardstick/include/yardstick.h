#ifndef FTPRAW_YARDSTICK_H
#define FTPRAW_YARDSTICK_H

#include <stddef.h>
#include <stdint.h>

/* What the benchmarks measure against: the plain C that one would write for the same job. */

/* A reader of replies: memchr for the line ends, codes compared in place, several lines up to the one that
   ends them, and what is incomplete at the end of a segment carried to the next. */
struct yardstick_parser;

/* What a parser has added up. */
struct yardstick_sums {
  size_t replies, codes, bytes, lines;
  /* 1 once a line or a reply was too long. */
  int failed;
};

/* Makes a parser at the beginning of a connection; NULL without memory. */
struct yardstick_parser *yardstick_parser_make(void);

/* Frees a parser. */
void yardstick_parser_free(struct yardstick_parser *parser);

/* Reads one segment. */
void yardstick_parser_feed(struct yardstick_parser *parser, const uint8_t *bytes, size_t count);

/* What it has added up so far. */
struct yardstick_sums yardstick_parser_sums(const struct yardstick_parser *parser);

/* A peer for both sides of a measurement: an FTP server on a loopback port, with a thread for each
   connection, that answers 200 to everything, 227 to PASV, sends data_bytes to RETR and swallows what
   STOR sends. Returns the port, or 0. It serves until the process ends. */
uint16_t yardstick_peer_start(uint64_t data_bytes);

/* Connects to a loopback port; -1 on failure. */
int yardstick_connect(uint16_t port);

/* Closes a descriptor. */
void yardstick_close(int descriptor);

/* Reads to the end of the first line; returns the bytes read, or -1. */
long yardstick_read_line(int descriptor, char *buffer, size_t size);

/* count times: write the line, poll, read to the end of one line. Returns 0, or -1. */
int yardstick_round_trips(int descriptor, const char *line, size_t length, uint64_t count);

/* Sends a command and reads the reply; without a verb it only reads, as for the greeting. Returns the code, or -1. */
int yardstick_command(int control, const char *verb, const char *argument);

/* A whole download: PASV, connect, RETR, read to the end in pieces of 256 KiB. Returns the bytes, or -1. */
long long yardstick_download(int control, const char *path);

/* A whole upload of data_bytes in pieces of 256 KiB. Returns the bytes, or -1. */
long long yardstick_upload(int control, const char *path, uint64_t data_bytes);

/* Many sessions at once with a server on a loopback port. */
struct yardstick_sessions;

/* What came of a step of them. */
struct yardstick_load {
  size_t failures;
  double seconds;
  /* What was wrong with the first one that failed. */
  char reason[256];
};

/* Opens so many sessions and logs in, TYPE I included; never more than pending of them wait for their greeting at a
   time. NULL without memory, and where the system has no epoll. */
struct yardstick_sessions *yardstick_sessions_open(uint16_t port, const char *user, const char *password, size_t count,
                                                   size_t pending, struct yardstick_load *load);

/* PASV, RETR of a file of so many bytes, QUIT in all of them at once. */
void yardstick_sessions_retrieve(struct yardstick_sessions *sessions, const char *path, uint64_t bytes,
                                 struct yardstick_load *load);

/* Hangs up what is left, and frees them. */
void yardstick_sessions_free(struct yardstick_sessions *sessions);

#endif

#ifndef FTPRAW_YARDSTICK_H
#define FTPRAW_YARDSTICK_H

#include <stddef.h>
#include <stdint.h>

/* What the benchmarks compare with: plain C as one would write it for the same job. */

/* A peer for both sides of a benchmark: an FTP server on a loopback port, with a thread for each connection, that
   answers 200 to most commands and 227 to PASV, sends data_bytes for RETR and drops what STOR sends. Returns the port,
   or 0. It serves until the process ends. */
uint16_t yardstick_peer_start(uint64_t data_bytes);

/* Connects to a loopback port; -1 on failure. */
int yardstick_connect(uint16_t port);

/* Closes a descriptor. */
void yardstick_close(int descriptor);

/* Reads to the end of the first line; returns the number of bytes read, or -1. */
long yardstick_read_line(int descriptor, char *buffer, size_t size);

/* Repeats count times: write the line, poll, read to the end of one line. Returns 0, or -1. */
int yardstick_round_trips(int descriptor, const char *line, size_t length, uint64_t count);

/* Sends a command and reads the reply; without a verb it only reads, as after connecting. Returns the code, or -1. */
int yardstick_command(int control, const char *verb, const char *argument);

/* A whole download: PASV, connect, RETR, read to the end in pieces of 256 KiB. Returns the number of bytes, or -1. */
long long yardstick_download(int control, const char *path);

/* A whole upload of data_bytes in pieces of 256 KiB. Returns the number of bytes, or -1. */
long long yardstick_upload(int control, const char *path, uint64_t data_bytes);

/* Many sessions at once with a server on a loopback port. */
struct yardstick_sessions;

/* The result of one step of the sessions. */
struct yardstick_load {
  size_t failures;
  double seconds;
  /* Why the first session that failed did so. */
  char reason[256];
};

/* Opens this many sessions and logs in, including TYPE I; at most pending of them wait for their greeting at a time.
   NULL if there is no memory, and on systems without epoll. */
struct yardstick_sessions *yardstick_sessions_open(uint16_t port, const char *user, const char *password, size_t count,
                                                   size_t pending, struct yardstick_load *load);

/* In all sessions at once: PASV, RETR of a file of this many bytes, QUIT. */
void yardstick_sessions_retrieve(struct yardstick_sessions *sessions, const char *path, uint64_t bytes,
                                 struct yardstick_load *load);

/* Closes the remaining connections and frees the sessions. */
void yardstick_sessions_free(struct yardstick_sessions *sessions);

#endif

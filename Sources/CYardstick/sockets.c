#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* for the set of processors that a thread may use */
#endif

#include "yardstick.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { piece = 256 * 1024 };

static struct sockaddr_in loopback(uint16_t port) {
  struct sockaddr_in address = {0};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

static int listen_loopback(uint16_t *port) {
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = loopback(0);
  socklen_t length = sizeof address;
  if (descriptor < 0 || bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0 ||
      listen(descriptor, 8) != 0 || getsockname(descriptor, (struct sockaddr *)&address, &length) != 0)
    return -1;
  *port = ntohs(address.sin_port);
  return descriptor;
}

/* Sends at once and without pacing: some systems pace every connection (BBR), which halves the speed of loopback. */
static void no_delay(int descriptor) {
  int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#ifdef TCP_CONGESTION
  setsockopt(descriptor, IPPROTO_TCP, TCP_CONGESTION, "reno", 4);
#endif
}

static int write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t done = write(descriptor, bytes, count);
    if (done <= 0) return -1;
    bytes += done;
    count -= (size_t)done;
  }
  return 0;
}

/* A buffer with its own pages. Those of calloc would all be the system's one zero page, which is faster to read. */
static char *filled_buffer(void) {
  char *buffer = malloc(piece);
  if (buffer != NULL) memset(buffer, 'x', piece);
  return buffer;
}

static int say(int descriptor, const char *line) {
  return write_all(descriptor, line, strlen(line));
}

/* Accepts one data connection and sends data, or reads and drops it. */
static void serve_data(int listener, int sending, uint64_t data_bytes) {
  char *buffer = filled_buffer();
  int data = accept(listener, NULL, NULL);
  if (data >= 0) no_delay(data);
  if (data >= 0 && sending) {
    uint64_t left = data_bytes;
    while (left > 0) {
      size_t count = left < piece ? (size_t)left : piece;
      if (write_all(data, buffer, count) != 0) break;
      left -= count;
    }
  } else if (data >= 0) {
    while (read(data, buffer, piece) > 0) continue;
  }
  if (data >= 0) close(data);
  free(buffer);
}

static int serve_line(int control, const char *line, int *listener, uint64_t data_bytes) {
  if (strncasecmp(line, "PASV", 4) == 0) {
    uint16_t port = 0;
    char reply[64];
    if (*listener >= 0) close(*listener);
    *listener = listen_loopback(&port);
    snprintf(reply, sizeof reply, "227 Go (127,0,0,1,%d,%d)\r\n", port >> 8, port & 255);
    return say(control, reply);
  }
  int sending = strncasecmp(line, "RETR", 4) == 0;
  if (sending || strncasecmp(line, "STOR", 4) == 0) {
    if (say(control, "150 Here it comes.\r\n") != 0) return -1;
    serve_data(*listener, sending, data_bytes);
    return say(control, "226 Done.\r\n");
  }
  return say(control, "200 OK\r\n");
}

static void serve(int control, uint64_t data_bytes) {
  char buffer[4096];
  size_t held = 0;
  int listener = -1;
  no_delay(control);
  if (say(control, "220 Ready.\r\n") != 0) return;
  for (;;) {
    ssize_t count = read(control, buffer + held, sizeof buffer - 1 - held);
    if (count <= 0) break;
    held += (size_t)count;
    char *end;
    while ((end = memchr(buffer, '\n', held)) != NULL) {
      *end = 0;
      if (serve_line(control, buffer, &listener, data_bytes) != 0) {
        if (listener >= 0) close(listener);
        return;
      }
      size_t used = (size_t)(end - buffer) + 1;
      memmove(buffer, buffer + used, held - used);
      held -= used;
    }
  }
  if (listener >= 0) close(listener);
}

/* A listening socket or a control connection, and how many bytes RETR sends. */
struct peer {
  int descriptor;
  uint64_t data_bytes;
};

/* Pins the peer to the last processor. If it and its client moved about, the benchmark would measure the scheduler. */
static void stay_apart(void) {
#ifdef __linux__
  cpu_set_t set;
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  if (count < 2) return;
  CPU_ZERO(&set);
  CPU_SET((size_t)count - 1, &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);
#endif
}

static void *run_session(void *argument) {
  struct peer *session = argument;
  stay_apart();
  serve(session->descriptor, session->data_bytes);
  close(session->descriptor);
  free(session);
  return NULL;
}

static void *run_peer(void *argument) {
  struct peer *peer = argument;
  for (;;) {
    struct peer *session = malloc(sizeof *session);
    pthread_t thread;
    if (session == NULL) return NULL;
    session->descriptor = accept(peer->descriptor, NULL, NULL);
    session->data_bytes = peer->data_bytes;
    if (session->descriptor < 0 || pthread_create(&thread, NULL, run_session, session) != 0) {
      if (session->descriptor >= 0) close(session->descriptor);
      free(session);
      continue;
    }
    pthread_detach(thread);
  }
}

uint16_t yardstick_peer_start(uint64_t data_bytes) {
  uint16_t port = 0;
  struct peer *peer = malloc(sizeof *peer);
  pthread_t thread;
  if (peer == NULL) return 0;
  peer->descriptor = listen_loopback(&port);
  peer->data_bytes = data_bytes;
  if (peer->descriptor < 0 || pthread_create(&thread, NULL, run_peer, peer) != 0) return 0;
  pthread_detach(thread);
  return port;
}

int yardstick_connect(uint16_t port) {
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = loopback(port);
  if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) return -1;
  no_delay(descriptor);
  /* A time limit for every read, without an additional system call. */
  struct timeval patience = {30, 0};
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  return descriptor;
}

void yardstick_close(int descriptor) { close(descriptor); }

long yardstick_read_line(int descriptor, char *buffer, size_t size) {
  size_t held = 0;
  while (held < size) {
    ssize_t count = read(descriptor, buffer + held, size - held);
    if (count <= 0) return -1;
    held += (size_t)count;
    if (memchr(buffer, '\n', held) != NULL) return (long)held;
  }
  return -1;
}

int yardstick_round_trips(int descriptor, const char *line, size_t length, uint64_t count) {
  char buffer[4096];
  for (uint64_t index = 0; index < count; index++) {
    /* A client has to know whether a reply has arrived that nothing asked for, such as 421. */
    if (recv(descriptor, buffer, sizeof buffer, MSG_DONTWAIT) >= 0) return -1;
    if (write_all(descriptor, line, length) != 0) return -1;
    if (yardstick_read_line(descriptor, buffer, sizeof buffer) < 0) return -1;
  }
  return 0;
}

/* Reads one reply to the end of its last line, and whatever has arrived of the next. */
static int read_reply(int control, char *buffer, size_t size) {
  size_t held = 0;
  for (;;) {
    long count = yardstick_read_line(control, buffer + held, size - 1 - held);
    if (count < 0) return -1;
    held += (size_t)count;
    buffer[held] = 0;
    for (char *line = buffer; line != NULL; line = strchr(line, '\n'), line = line == NULL ? NULL : line + 1)
      if (strlen(line) > 4 && line[3] == ' ' && strchr(line, '\n') != NULL && atoi(line) >= 100) return atoi(line);
  }
}

int yardstick_command(int control, const char *verb, const char *argument) {
  char buffer[4096];
  if (*verb != 0) {
    int length = snprintf(buffer, sizeof buffer, *argument ? "%s %s\r\n" : "%s%s\r\n", verb, argument);
    if (length < 0 || length >= (int)sizeof buffer || say(control, buffer) != 0) return -1;
  }
  return read_reply(control, buffer, sizeof buffer);
}

/* Sends PASV and connects to the announced address. */
static int passive(int control) {
  char buffer[4096];
  unsigned numbers[6];
  if (say(control, "PASV\r\n") != 0 || read_reply(control, buffer, sizeof buffer) != 227) return -1;
  char *open = strchr(buffer, '(');
  if (open == NULL || sscanf(open + 1, "%u,%u,%u,%u,%u,%u", numbers, numbers + 1, numbers + 2, numbers + 3,
                             numbers + 4, numbers + 5) != 6)
    return -1;
  return yardstick_connect((uint16_t)(numbers[4] * 256 + numbers[5]));
}

/* Requests a transfer; returns its data connection, or -1. has_final is set if the final reply came with the first. */
static int begin_transfer(int control, const char *verb, const char *path, int *has_final) {
  char buffer[4096];
  int data = passive(control);
  if (data < 0) return -1;
  snprintf(buffer, sizeof buffer, "%s %s\r\n", verb, path);
  int code = say(control, buffer) == 0 ? read_reply(control, buffer, sizeof buffer) : -1;
  *has_final = strstr(buffer, "\n226 ") != NULL;
  if (code == 150 || code == 125) return data;
  close(data);
  return -1;
}

/* Reads the reply that ends a transfer. */
static int read_final(int control) {
  char buffer[4096];
  return read_reply(control, buffer, sizeof buffer) == 226 ? 0 : -1;
}

long long yardstick_download(int control, const char *path) {
  int has_final = 0, data = begin_transfer(control, "RETR", path, &has_final);
  if (data < 0) return -1;
  char *buffer = filled_buffer();
  long long total = 0;
  for (;;) {
    ssize_t count = read(data, buffer, piece);
    if (count <= 0) break;
    total += count;
  }
  free(buffer);
  close(data);
  return has_final || read_final(control) == 0 ? total : -1;
}

long long yardstick_upload(int control, const char *path, uint64_t data_bytes) {
  int has_final = 0, data = begin_transfer(control, "STOR", path, &has_final);
  if (data < 0) return -1;
  char *buffer = filled_buffer();
  uint64_t left = data_bytes;
  while (left > 0) {
    size_t count = left < piece ? (size_t)left : piece;
    if (write_all(data, buffer, count) != 0) break;
    left -= count;
  }
  free(buffer);
  close(data);
  return has_final || read_final(control) == 0 ? (long long)(data_bytes - left) : -1;
}

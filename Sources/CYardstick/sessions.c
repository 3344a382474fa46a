#include "yardstick.h"

#ifdef __linux__

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { piece = 1 << 20, line_room = 1024, patience_milliseconds = 60000, most_events = 256 };

enum state { unborn, greeting, user, password, type, idle, passive, retrieving, quitting, over, failed };

struct session {
  enum state state;
  int control, data;
  uint64_t received;
  /* Whether the final reply to RETR, and the end of the data, have come. */
  int has_final, has_end;
  /* The received part of a reply, and its code if it has several lines. */
  size_t held;
  int open_code;
  char line[line_room];
};

struct yardstick_sessions {
  size_t count, begun, settled;
  /* How many sessions wait for their greeting, and how many may do so at once. */
  size_t pending, most_pending;
  struct session *all;
  const char *user, *password, *path;
  uint64_t expected;
  uint16_t port;
  int events;
  struct yardstick_load *load;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void hang_up(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}

static void fail(struct yardstick_sessions *sessions, struct session *session, const char *what, const char *detail) {
  struct yardstick_load *load = sessions->load;
  if (session->state == greeting) sessions->pending--;
  if (load->failures == 0) snprintf(load->reason, sizeof load->reason, "%s: %s", what, detail);
  load->failures++;
  session->state = failed;
  hang_up(&session->control);
  hang_up(&session->data);
  sessions->settled++;
}

/* Connects and registers for events. The number of an event is twice that of the session, plus one for its data
   connection. */
static int connect_to(struct yardstick_sessions *sessions, uint16_t port, size_t number) {
  struct sockaddr_in address = {0};
  int on = 1, descriptor = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  if (descriptor < 0) return -1;
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = number};
  if ((connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0 || errno == EINPROGRESS) &&
      epoll_ctl(sessions->events, EPOLL_CTL_ADD, descriptor, &event) == 0)
    return descriptor;
  close(descriptor);
  return -1;
}

static void say(struct yardstick_sessions *sessions, struct session *session, enum state state, const char *verb,
                const char *argument) {
  char line[line_room];
  int length = snprintf(line, sizeof line, *argument ? "%s %s\r\n" : "%s%s\r\n", verb, argument);
  session->state = state;
  if (length < 0 || length >= (int)sizeof line || send(session->control, line, (size_t)length, MSG_NOSIGNAL) != length)
    fail(sessions, session, verb, strerror(errno));
}

static void quit_if_done(struct yardstick_sessions *sessions, struct session *session) {
  if (!session->has_final || !session->has_end) return;
  if (session->received != sessions->expected) return fail(sessions, session, "RETR", "the file was cut short");
  say(sessions, session, quitting, "QUIT", "");
}

static void open_data(struct yardstick_sessions *sessions, struct session *session, const char *reply) {
  unsigned numbers[6];
  const char *open = strchr(reply, '(');
  if (open == NULL || sscanf(open + 1, "%u,%u,%u,%u,%u,%u", numbers, numbers + 1, numbers + 2, numbers + 3, numbers + 4,
                             numbers + 5) != 6)
    return fail(sessions, session, "PASV", reply);
  session->data = connect_to(sessions, (uint16_t)(numbers[4] * 256 + numbers[5]),
                             (size_t)(session - sessions->all) * 2 + 1);
  if (session->data < 0) return fail(sessions, session, "data connection", strerror(errno));
  say(sessions, session, retrieving, "RETR", sessions->path);
}

/* Handles a reply, given its last line. */
static void answer(struct yardstick_sessions *sessions, struct session *session, const char *reply) {
  static const char *const expected[] = {"", "220", "331", "230", "200", "", "227", "", "221"};
  enum state state = session->state;
  if (state == retrieving) {
    if (strncmp(reply, "150", 3) == 0 || strncmp(reply, "125", 3) == 0) return;
    if (strncmp(reply, "226", 3) != 0) return fail(sessions, session, "RETR", reply);
    session->has_final = 1;
    return quit_if_done(sessions, session);
  }
  if (state > quitting || strncmp(reply, expected[state], 3) != 0) return fail(sessions, session, "reply", reply);
  switch (state) {
  case greeting:
    sessions->pending--;
    return say(sessions, session, user, "USER", sessions->user);
  case user: return say(sessions, session, password, "PASS", sessions->password);
  case password: return say(sessions, session, type, "TYPE", "I");
  case type:
    session->state = idle;
    sessions->settled++;
    return;
  case passive: return open_data(sessions, session, reply);
  case quitting:
    session->state = over;
    hang_up(&session->control);
    sessions->settled++;
    return;
  default: return fail(sessions, session, "unexpected", reply);
  }
}

static void take_line(struct yardstick_sessions *sessions, struct session *session, const char *line) {
  int code = atoi(line);
  int is_reply = strlen(line) >= 4 && code >= 100 && code <= 599;
  if (is_reply && line[3] == '-' && session->open_code == 0) session->open_code = code;
  if (!is_reply || line[3] == '-' || (session->open_code != 0 && session->open_code != code)) return;
  session->open_code = 0;
  answer(sessions, session, line);
}

static void read_control(struct yardstick_sessions *sessions, struct session *session) {
  ssize_t count = recv(session->control, session->line + session->held, line_room - session->held, 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return fail(sessions, session, "control connection", count == 0 ? "closed" : strerror(errno));
  session->held += (size_t)count;
  char *end;
  while (session->control >= 0 && (end = memchr(session->line, '\n', session->held)) != NULL) {
    char line[line_room];
    size_t length = (size_t)(end - session->line) + 1;
    memcpy(line, session->line, length);
    line[length - 1] = 0;
    session->held -= length;
    memmove(session->line, session->line + length, session->held);
    take_line(sessions, session, line);
  }
  if (session->held == line_room) fail(sessions, session, "control connection", "a line is too long");
}

static void read_data(struct yardstick_sessions *sessions, struct session *session) {
  for (;;) {
    /* The bytes are counted but not copied, so that mostly the server is measured. */
    ssize_t count = recv(session->data, NULL, piece, MSG_TRUNC);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count < 0) return fail(sessions, session, "data connection", strerror(errno));
    if (count == 0) break;
    session->received += (uint64_t)count;
    if (count < piece) return;
  }
  hang_up(&session->data);
  session->has_end = 1;
  quit_if_done(sessions, session);
}

/* Begins sessions, but lets only a few wait for their greeting: the backlogs of servers differ, and one that overflows
   costs a second. */
static void begin(struct yardstick_sessions *sessions) {
  while (sessions->begun < sessions->count && sessions->pending < sessions->most_pending) {
    size_t number = sessions->begun++;
    struct session *session = &sessions->all[number];
    session->control = connect_to(sessions, sessions->port, number * 2);
    session->state = greeting;
    sessions->pending++;
    if (session->control < 0) fail(sessions, session, "connect", strerror(errno));
  }
}

/* Fails the sessions that still wait. */
static void give_up(struct yardstick_sessions *sessions) {
  sessions->begun = sessions->count;
  for (size_t index = 0; index < sessions->count; index++) {
    struct session *session = &sessions->all[index];
    if (session->state < over && session->state != idle) fail(sessions, session, "waiting", "nothing comes");
  }
}

/* Runs until every session has settled. */
static void run(struct yardstick_sessions *sessions) {
  struct epoll_event events[most_events];
  double start = now();
  while (sessions->settled < sessions->count) {
    begin(sessions);
    int ready = epoll_wait(sessions->events, events, most_events, patience_milliseconds);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) give_up(sessions);
    for (int index = 0; index < ready; index++) {
      struct session *session = &sessions->all[events[index].data.u64 / 2];
      if (events[index].data.u64 % 2 == 0 && session->control >= 0) read_control(sessions, session);
      if (events[index].data.u64 % 2 == 1 && session->data >= 0) read_data(sessions, session);
    }
  }
  sessions->load->seconds = now() - start;
}

struct yardstick_sessions *yardstick_sessions_open(uint16_t port, const char *user, const char *password, size_t count,
                                                   size_t pending, struct yardstick_load *load) {
  struct yardstick_sessions *sessions = calloc(1, sizeof *sessions);
  if (sessions == NULL) return NULL;
  *load = (struct yardstick_load){0};
  sessions->count = count;
  sessions->most_pending = pending;
  sessions->user = strdup(user);
  sessions->password = strdup(password);
  sessions->port = port;
  sessions->load = load;
  sessions->events = epoll_create1(EPOLL_CLOEXEC);
  sessions->all = calloc(count, sizeof *sessions->all);
  if (sessions->all == NULL || sessions->events < 0) return NULL;
  for (size_t index = 0; index < count; index++) sessions->all[index].control = sessions->all[index].data = -1;
  run(sessions);
  return sessions;
}

void yardstick_sessions_retrieve(struct yardstick_sessions *sessions, const char *path, uint64_t bytes,
                                 struct yardstick_load *load) {
  sessions->load = load;
  *load = (struct yardstick_load){0};
  sessions->path = path;
  sessions->expected = bytes;
  sessions->settled = 0;
  for (size_t index = 0; index < sessions->count; index++) {
    struct session *session = &sessions->all[index];
    if (session->state == idle) say(sessions, session, passive, "PASV", "");
    else fail(sessions, session, "session", "was not there any more");
  }
  run(sessions);
}

void yardstick_sessions_free(struct yardstick_sessions *sessions) {
  for (size_t index = 0; index < sessions->count; index++) {
    hang_up(&sessions->all[index].control);
    hang_up(&sessions->all[index].data);
  }
  close(sessions->events);
  free(sessions->all);
  free((char *)sessions->user);
  free((char *)sessions->password);
  free(sessions);
}

#else

/* Other systems have no epoll, and the servers to compare with do not run on them either. */
struct yardstick_sessions *yardstick_sessions_open(uint16_t port, const char *user, const char *password, size_t count,
                                                   size_t pending, struct yardstick_load *load) {
  return NULL;
}

void yardstick_sessions_retrieve(struct yardstick_sessions *sessions, const char *path, uint64_t bytes,
                                 struct yardstick_load *load) {}

void yardstick_sessions_free(struct yardstick_sessions *sessions) {}

#endif

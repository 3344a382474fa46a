"""A proxy between a client and a real FTP server, which alters the conversation with one twist.

It follows the control connection command by command and reply by reply, and the data connections, passive and active,
so that a twist can alter, drop, double, delay or invent what either side says. Without a twist, only the ports change.
"""
import collections
import re
import socket
import struct
import threading

SETUPS = {"PASV", "EPSV", "PORT", "EPRT"}
TRANSFERS = {"RETR", "STOR", "APPE", "STOU", "LIST", "NLST", "MLSD"}
# Commands after which a server may give up its passive port.
ENDERS = {"ABOR", "REIN", "USER"}
DATA_MARK = b"\xff\xf2"
# Seconds; longer than any step normally takes, and short enough for a client that waits.
PATIENCE = 3


class Command:
    """One line of the client. `hidden`: its replies are not relayed. `answer`: the proxy's answer; the server never gets it."""

    def __init__(self, line, hidden=False, answer=None):
        self.line, self.hidden, self.answer = line, hidden, answer
        words = re.sub(rb"\xff[\xf0-\xfa]", b"", line).rstrip(b"\r\n").split(b" ", 1)
        self.verb = words[0].decode("latin-1").upper()
        self.argument = words[1] if len(words) > 1 else b""


class Reply:
    """One reply of the server with all its lines."""

    def __init__(self, raw):
        self.raw = raw
        self.code = int(raw[:3]) if raw[:3].isdigit() else 0


class Twist:
    """What a mutant does to the conversation. These methods change nothing; a twist overrides some of them."""

    def command(self, session, command):
        """The commands that replace this one, or None to relay it unchanged."""

    def reply(self, session, command, reply):
        """The bytes that replace this reply; `command` is None if none is pending."""
        return reply.raw

    def down(self, session, command):
        """A generator over the chunks that the server sends for this command, or None."""

    def up(self, session, command):
        """A generator over the chunks that the client sends for this command, or None."""

    def keeps_open(self, session, command):
        """Whether to hide the end of the server's data from the client."""
        return False

    def send(self, session, raw):
        """Writes to the client's control connection."""
        session.client.sendall(raw)


class Relay:
    """A data connection: one side connects to `listener`, and the proxy then connects to `target`."""

    def __init__(self, session, target, passive):
        self.session, self.target, self.passive = session, target, passive
        self.command = None
        # The transfer is known; its 1yz was relayed; both ends are connected; all data were relayed.
        self.named, self.announced = threading.Event(), threading.Event()
        self.connected, self.delivered = threading.Event(), threading.Event()
        self.taken = False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        try:
            first, peer = self.listener.accept()
        except OSError:
            return
        self.taken = True
        self.close_listener()
        second = socket.socket()
        try:
            if self.passive:
                # From the client's address, for servers that compare it with that of the control connection.
                second.bind((peer[0], 0))
            second.connect(self.target)
            self.connected.set()
        except OSError:
            self.connected.set(), self.delivered.set()
            reset(first), reset(second)
            return
        client, server = (first, second) if self.passive else (second, first)
        down = threading.Thread(target=self.pump, args=(server, client, "down"), daemon=True)
        up = threading.Thread(target=self.pump, args=(client, server, "up"), daemon=True)
        down.start(), up.start()
        down.join(), up.join()
        first.close(), second.close()

    def pump(self, source, sink, way):
        twist = self.session.twist
        try:
            first = source.recv(1 << 16)
            self.named.wait(PATIENCE)
            if way == "down":
                self.announced.wait(1)
            chunks = following(first, source)
            alter = getattr(twist, way)(self.session, self.command) if self.command and (first or way == "down") else None
            for chunk in alter(chunks) if alter else chunks:
                if chunk:
                    sink.sendall(chunk)
            for _ in chunks:
                pass
            if not self.session.keeps_open(self, way):
                sink.shutdown(socket.SHUT_WR)
        except OSError:
            reset(source), reset(sink)
        finally:
            if way == "down":
                self.delivered.set()

    def close_listener(self):
        # A thread waits in accept(), which close() alone would not end.
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.listener.close()


class Session:
    """One control connection."""

    def __init__(self, client, peer, upstream, twist):
        self.client, self.twist = client, twist
        self.user, self.logged_in = None, False
        # What a twist remembers about this session; missing values are None.
        self.memory = collections.defaultdict(lambda: None)
        self.relay = None
        self.pending = collections.deque([Command(b"(greeting)\r\n")])
        self.lock = threading.RLock()
        self.server = socket.socket()
        self.server.bind((peer[0], 0))
        self.server.connect(upstream)
        for end in (self.client, self.server):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_OOBINLINE, 1)

    def run(self):
        listener = threading.Thread(target=self.hear_server, daemon=True)
        listener.start()
        self.hear_client()
        listener.join()
        with self.lock:
            self.set_relay(None)
        self.client.close(), self.server.close()

    def keeps_open(self, relay, way):
        """Whether to hide the end of this stream from the other side."""
        return way == "down" and self.twist.keeps_open(self, relay.command)

    # From the client to the server.

    def hear_client(self):
        buffer = b""
        try:
            while chunk := self.client.recv(1 << 16):
                buffer += chunk
                while b"\n" in buffer:
                    line, buffer = buffer[: buffer.index(b"\n") + 1], buffer[buffer.index(b"\n") + 1 :]
                    self.obey(Command(line))
                if len(buffer) > 1 << 20:
                    self.server.sendall(buffer)
                    buffer = b""
            if buffer:
                self.server.sendall(buffer)
            self.server.shutdown(socket.SHUT_WR)
        except OSError:
            reset(self.server)

    def obey(self, command):
        with self.lock:
            instead = self.twist.command(self, command)
            if command.verb == "USER":
                self.user, self.logged_in = command.argument, False
            for one in [command] if instead is None else instead:
                self.pending.append(one)
                if one.answer is not None:
                    self.give_answers()
                    continue
                if one.verb in TRANSFERS and self.relay:
                    self.relay.command = one
                    self.relay.named.set()
                self.forward(self.readdressed(one))

    def forward(self, line):
        # The data mark of a Synch is sent as urgent data.
        while DATA_MARK in line:
            before, line = line.split(DATA_MARK, 1)
            self.server.sendall(before + DATA_MARK[:1])
            self.server.send(DATA_MARK[1:], socket.MSG_OOB)
        if line:
            self.server.sendall(line)

    def readdressed(self, command):
        """The line, with the proxy's address instead of the client's."""
        line = command.line
        if command.verb == "PORT" and (found := re.fullmatch(rb"127,0,0,1,(\d{1,3}),(\d{1,3})", command.argument)):
            port = int(found[1]) * 256 + int(found[2])
            if 1024 <= port < 1 << 16:
                mine = self.set_relay(Relay(self, ("127.0.0.1", port), False))
                return line.replace(command.argument, b"127,0,0,1,%d,%d" % divmod(mine, 256))
        if command.verb == "EPRT" and (found := re.fullmatch(rb"(.)1\1127\.0\.0\.1\1(\d{4,5})\1", command.argument)):
            if 1024 <= int(found[2]) < 1 << 16:
                mine = self.set_relay(Relay(self, ("127.0.0.1", int(found[2])), False))
                mark = found[1]
                return line.replace(command.argument, mark + b"1" + mark + b"127.0.0.1" + mark + b"%d" % mine + mark)
        return line

    # From the server to the client.

    def hear_server(self):
        buffer = b""
        try:
            while chunk := self.server.recv(1 << 16):
                buffer += chunk
                while (length := reply_length(buffer)) is not None:
                    raw, buffer = buffer[:length], buffer[length:]
                    self.pass_on(Reply(raw))
            if buffer:
                self.client.sendall(buffer)
            self.client.shutdown(socket.SHUT_RDWR)
        except OSError:
            reset(self.client)

    def pass_on(self, reply):
        with self.lock:
            command = self.pending[0] if self.pending else None
            relay = self.relay
            if command and reply.code >= 200:
                self.pending.popleft()
            if command and reply.code in (227, 229):
                self.announce_ours(reply)
            self.logged_in = self.logged_in or reply.code == 230
            if command and (command.verb in ENDERS or command.verb in TRANSFERS and reply.code >= 400):
                self.drop_stale_listener()
        if command and command.verb in TRANSFERS and relay and relay.command is command and reply.code < 300:
            if not relay.passive:
                # The server is connected to the proxy; the client must not get the reply before the proxy is connected
                # to it.
                relay.connected.wait(PATIENCE)
            if reply.code >= 200 and relay.taken:
                relay.delivered.wait(PATIENCE)
        if not (command and command.hidden):
            self.say(self.twist.reply(self, command, reply))
        if command and relay and relay.command is command:
            relay.announced.set()
        with self.lock:
            self.give_answers()

    def say(self, raw):
        if raw:
            self.twist.send(self, raw)

    def give_answers(self):
        """Sends the proxy's own answers as soon as it is their turn."""
        while self.pending and self.pending[0].answer is not None:
            command = self.pending.popleft()
            if not command.hidden:
                self.say(command.answer)

    def announce_ours(self, reply):
        """Replaces the server's listener by the proxy's in 227 and 229."""
        if reply.code == 227 and (found := re.search(rb"(\d+),(\d+),(\d+),(\d+),(\d+),(\d+)", reply.raw)):
            numbers = [int(number) for number in found.groups()]
            target = (".".join(map(str, numbers[:4])), numbers[4] * 256 + numbers[5])
            mine = self.set_relay(Relay(self, target, True))
            reply.raw = reply.raw.replace(found[0], b"127,0,0,1,%d,%d" % divmod(mine, 256))
        if reply.code == 229 and (found := re.search(rb"\((.)\1\1(\d+)\1\)", reply.raw)):
            mine = self.set_relay(Relay(self, ("127.0.0.1", int(found[2])), True))
            reply.raw = reply.raw.replace(found[2], b"%d" % mine)

    def set_relay(self, relay):
        if self.relay and not self.relay.taken:
            self.relay.close_listener()
        self.relay = relay
        return relay.port if relay else None

    def drop_stale_listener(self):
        """Closes the proxy's passive port if the server has closed its own."""
        relay = self.relay
        if relay and relay.passive and not relay.taken and not is_listening(relay.target[1]):
            self.set_relay(None)


def following(first, source):
    chunk = first
    while chunk:
        yield chunk
        chunk = source.recv(1 << 16)


def reset(end):
    """Closes with RST, because the other side has failed."""
    try:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        end.shutdown(socket.SHUT_RD)
    except OSError:
        pass
    end.close()


def reply_length(buffer):
    """The length of the first reply in the buffer, or None if it is incomplete."""
    end = buffer.find(b"\n") + 1
    if not end:
        return None
    if not re.match(rb"\d{3}-", buffer):
        return end
    last = re.search(rb"\n" + buffer[:3] + rb" [^\n]*\n", buffer)
    return last.end() if last else None


def is_listening(port):
    wanted = re.compile(rb":%04X [0-9A-F]+:0000 0A" % port)
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            with open(table, "rb") as rows:
                if wanted.search(rows.read()):
                    return True
        except OSError:
            return True
    return False


def serve(upstream, twist, ready):
    """Serves forever; `ready` is called with the port."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    ready(listener.getsockname()[1])
    while True:
        client, peer = listener.accept()
        threading.Thread(target=begin, args=(client, peer, upstream, twist), daemon=True).start()


def begin(client, peer, upstream, twist):
    try:
        session = Session(client, peer, upstream, twist)
    except OSError:
        reset(client)
        return
    session.run()

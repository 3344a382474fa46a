"""A long conversation with a server, always the same for one seed, to find out whether two servers can be told apart.

`converse` returns a list of steps, each with what was sent and what came of it: replies, data, and at last the trees of
files. What differs each time (ports, the present, unique names) is replaced. Nothing depends on how fast the server is,
as long as it answers.
"""
import concurrent.futures
import hashlib
import os
import random
import re
import socket

PATIENCE = 8  # seconds for one answer
SILENCES = 3  # missing answers after which the conversation ends
DATA = "LIST NLST MLSD RETR STOR APPE STOU".split()
UPLOADS = "STOR APPE STOU".split()
PLAIN = ("USER PASS ACCT CWD CDUP SMNT QUIT REIN PORT PASV EPRT EPSV TYPE STRU MODE ALLO REST RNFR RNTO ABOR DELE RMD "
         "MKD PWD SITE SYST STAT HELP NOOP FEAT OPTS SIZE MDTM MFMT MLST LANG AUTH PBSZ PROT XCUP XCWD XMKD XPWD XRMD "
         "NOSUCH").split()
WALKED = ("STOR RETR APPE STOR RETR LIST NLST MLSD MLST SIZE MDTM DELE MKD RMD RNFR RNTO CWD CDUP PWD TYPE REST STAT "
          "MFMT SITE STOU").split()
NAMES = ["f", "d", "d/g", "no", "no/f", ".", "..", "../..", "../../..", "/", "/hello.txt", "with space", " f", "f ",
         "d/", "./f", "d/../f", "//f", 'quo"te', "n\u00e4\u03a9", b"\xff\xfe", "x" * 300, "*", "[f]", "-la", "-a",
         "-l d", "~", "/../.."]
OTHERS = ["0", "1", "3", "-1", "5x", "99999999999999999999", "A", "i", "A N", "L8", "L7", "L 8", "E", "F", "R", "S",
          "P", "B", "C", "a b", "ALL", "127,0,0,1,0,80", "127,0,0,2,200,7", "127,0,0,1,256,1", "127,0,0,1",
          "1,2,3,4,5,x", "|1|127.0.0.1|80|", "|1|127.0.0.2|40000|", "|2|::1|40000|", "|3|x|1|", "||",
          "|1|127.0.0.1|70000|", "1 1", "2", "UTF8 ON", "MLST size;type;", "MLST nothing", "MLST", "NOOP", "SITE",
          "CHMOD 640 f", "CHMOD 999 f", "CHMOD 7", "CHMOD 755 d", "HELP", "HELP CHMOD", "20200101000000 f",
          "20200101000000 no", "2020 f", "C 1", "19990230121212 f", "20201301000000 f", "NOSUCH", "anonymous", "nobody",
          "ftpuser"]
TEXTS = [b"", b"word", b"one\ntwo\n", b"one\r\ntwo\r\n\r\n", b"\r", b"a\rb\n\r\nc\r", b"\n\n", bytes(range(256)) * 3,
         b"0123456789abcde\r\n" * 9000, b"x" * 65535 + b"\r\n" + b"y" * 65535 + b"\r\n"]
SAME = [(rb"\b20(2[5-9]|[3-9]\d)\d{10}\b", b"NOW"), (rb"\b[A-Z][a-z]{2} [ \d]\d \d\d:\d\d\b", b"NOW"),
        (rb"unique=\w+", b"unique=U"), (rb"(127,0,0,1),\d+,\d+\)", rb"\1,P)"), (rb"\|\|\|\d+\|", b"|||P|"),
        (rb"(127\.0\.0\.1):\d+", rb"\1:P"), (rb"elapsed time: [\d.e-]+", b"elapsed"), (rb"aborted; \d+", b"aborted; N"),
        (rb"(ent|eived): \d{5,}", rb"\1: N"), (rb"\.[a-z0-9_]{8}(?=[\r\n\" ]|$)", b".U")]


def same(octets):
    for pattern, text in SAME:
        octets = re.sub(pattern, text, octets)
    return octets.decode("latin-1").strip("\r\n")


class Gone(Exception):
    """The server has closed the connection, or does not answer."""


class Session:
    def __init__(self, talk):
        self.talk, self.data, self.buffer, self.gone = talk, None, b"", ""
        try:
            self.control = socket.create_connection(("127.0.0.1", talk.port), PATIENCE)
            talk.note("connect", self.reply())
        except (Gone, OSError) as error:
            self.end(error)
            talk.note("connect", self.gone)

    def end(self, error):
        self.gone = "silence" if isinstance(error, TimeoutError) else "closed"
        self.talk.silences += self.gone == "silence"

    def reply(self):
        lines, code = [], None
        while True:
            while b"\n" not in self.buffer:
                more = self.control.recv(65536)
                if not more:
                    raise Gone
                self.buffer += more
            line, self.buffer = self.buffer.split(b"\n", 1)
            lines.append(line)
            code = code or line[:3]
            if line[:3] == code and line[3:4] != b"-":
                return b"\n".join(lines)

    def say(self, line, label=None):
        """Sends a command and returns the first reply to it."""
        octets = line if isinstance(line, bytes) else line.encode()
        if not self.gone and self.talk.silences < SILENCES:
            try:
                self.control.sendall(octets + b"\r\n")
                answer = self.reply()
                if label != "":
                    self.talk.note(label or octets, answer)
                return answer
            except (Gone, OSError) as error:
                self.end(error)
        if label != "":
            self.talk.note(label or octets, self.gone or "not tried")
        return b""

    def rest(self, rounds=1, after=b""):
        """Whatever else comes, in any order, up to the answer to the last of some unknown commands."""
        came = [same(self.say(after, ""))] if after else []
        for _ in range(rounds):
            word = f"XX{self.talk.number()}".encode()
            answer = self.say(word, "")
            while answer and word not in answer.upper() and len(came) < 9:
                came.append(same(answer))
                try:
                    answer = self.reply()
                except (Gone, OSError) as error:
                    self.end(error)
                    answer = b""
        self.talk.note("rest", "\n".join(sorted(came) + [self.gone]))

    def drop_data(self):
        if self.data:
            self.data.close()
        self.data = None

    def prepare(self, way):
        """A data connection; one that the server makes is accepted only when it is used."""
        old, self.data = self.data, None
        if way in ("PORT", "EPRT"):
            self.data = socket.create_server(("127.0.0.1", 0))
            self.data.settimeout(PATIENCE)
            port = self.data.getsockname()[1]
            line = f"PORT 127,0,0,1,{port // 256},{port % 256}" if way == "PORT" else f"EPRT |1|127.0.0.1|{port}|"
            if not self.say(line, way).startswith(b"2"):
                self.drop_data()
        else:
            found = re.search(rb"(\d+),(\d+)\)|\|\|\|(\d+)\|", self.say(way))
            if found:
                port = int(found[3] or int(found[1]) * 256 + int(found[2]))
                try:
                    self.data = socket.create_connection(("127.0.0.1", port), PATIENCE)
                except OSError:
                    self.talk.note("data", "refused")
                self.rest()  # the server has seen the connection when it has answered this
        if old:
            old.close()

    def accepted(self):
        """The data connection, once it is there."""
        if self.data and self.data.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            listener, self.data = self.data, self.data.accept()[0]
            listener.close()
            self.data.settimeout(PATIENCE)
        return self.data

    def transfer(self, line, content=b"", before=()):
        """A command that uses the data connection, and its data."""
        for command in before:
            self.say(command)
        answer = self.say(line)
        if not answer.startswith(b"1"):
            return
        if not self.data:
            self.rest(3, after=b"ABOR")
            return
        verb = (line if isinstance(line, str) else line.decode("latin-1")).split(" ")[0]
        try:
            self.accepted()
            if verb in UPLOADS:
                self.data.sendall(content)
            else:
                received = b"".join(iter(lambda: self.data.recv(65536), b""))
                self.talk.note("data", shown(received, verb))
        except OSError as error:
            self.talk.silences += isinstance(error, TimeoutError)
            self.talk.note("data", type(error).__name__)
        self.drop_data()
        try:
            self.talk.note("then", self.reply())
        except (Gone, OSError) as error:
            self.end(error)
            self.talk.note("then", self.gone)

    def login(self):
        self.say("USER ftpuser")
        self.say("PASS ftppass")

    def close(self):
        self.drop_data()
        self.say("QUIT")
        if hasattr(self, "control"):
            self.control.close()


def shown(octets, verb):
    if verb in ("LIST", "NLST", "MLSD"):
        return "\n".join(sorted(same(line) + "$" for line in octets.split(b"\r\n")))
    return f"{len(octets)} {hashlib.sha1(octets).hexdigest()[:12]} {octets[:40]!r}"


class Talk:
    """What was said, in order."""

    def __init__(self, port, where):
        self.port, self.where, self.steps, self.silences, self.count = port, where, [], 0, 0

    def number(self):
        self.count += 1
        return self.count

    def note(self, what, came):
        what = what if isinstance(what, str) else what.decode("latin-1")
        came = came if isinstance(came, str) else same(came)
        for folder in self.where:
            came = came.replace(folder, "FOLDER")
        self.steps.append([what[:60], came])

    def session(self, login=True):
        made = Session(self)
        if login:
            made.login()
        return made


# Wrong passwords are answered late, so these run beside the rest.
LOGINS = (["USER nobody", "PASS x", "PASS x", "USER ftpuser", "PASS wrong", "USER ftpuser", "PASS ftppass", "PWD"],
          ["PASS ftppass", "USER", "USER ftpuser", "USER nobody", "PASS ftppass", "USER ftpuser", "PASS",
           "USER ftpuser", "PASS ftppass"],
          ["USER ftpuser", "PASS 1", "USER ftpuser", "PASS 2", "USER ftpuser", "PASS 3", "USER ftpuser", "PASS ftppass",
           "PWD"],
          ["USER ftpuser", "STAT", "REIN", "PASS ftppass", "USER ftpuser", "PASS ftppass", "STAT", "REIN", "STAT",
           "PWD"])


def login(talk, lines):
    session = talk.session(login=False)
    for line in lines:
        session.say(line)
    session.close()


def strangers(talk):
    """Everything before a login, and as a user who may only read."""
    for verb in PLAIN + DATA:
        login(talk, (verb, verb + " f"))
    session = talk.session(login=False)
    for line in ["USER anonymous", "PASS guest@", "PWD", "CWD dir", "PWD", "MKD x", "DELE a.txt", "RMD sub",
                 "RNFR a.txt", "RNTO b.txt", "SIZE a.txt",
                 "MFMT 20200101000000 a.txt", "SITE CHMOD 600 a.txt", "MLST a.txt", "CDUP", "CWD ../..", "TYPE I",
                 "SIZE /hello.txt", "USER ftpuser",
                 "PWD", "PASS ftppass", "PWD", "PASS ftppass", "USER anonymous", "PASS", "PWD"]:
        session.say(line)
    for line in ("RETR hello.txt", "LIST", "STOR x", "APPE hello.txt", "STOU", "NLST dir", "MLSD dir"):
        session.prepare("PASV")
        session.transfer(line)
    session.close()


def arguments(talk, verbs):
    """Each verb with each argument, in a folder with a few files that is made for it."""
    for verb in verbs:
        session = talk.session()
        folder = f"/up/{verb.lower()}"
        for line in (f"MKD {folder}", f"CWD {folder}", "MKD d", "TYPE I"):
            session.say(line)
        for name in ("f", "d/g"):
            session.prepare("PASV")
            session.transfer(f"STOR {name}", b"one\r\ntwo\n")
        for argument in [""] + NAMES + (OTHERS if verb in PLAIN else ["0", "ALL", "a b"]):
            if verb in DATA:
                session.prepare("PASV")
            octets = argument if isinstance(argument, bytes) else argument.encode()
            line = verb.encode() + b" " * bool(octets) + octets
            if verb == "RNTO":
                session.say("RNFR f")
            session.transfer(line, b"new\n")
            if session.gone == "closed" or verb in ("USER", "PASS", "REIN", "QUIT"):
                session.close()
                session = talk.session()
                session.say(f"CWD {folder}")
        for line in ("PWD", "STAT", "TYPE A", "CWD /"):
            session.say(line)
        session.close()


def transfers(talk):
    """Data both ways, for each type, kind of data connection and offset."""
    session = talk.session()
    session.say("MKD /up/t")
    session.say("CWD /up/t")
    for kind in ("TYPE A", "TYPE I"):
        session.say(kind)
        for way in ("PASV", "EPSV", "PORT", "EPRT", "EPSV 1"):
            for number, text in enumerate(TEXTS):
                name = f"{kind[-1]}{way[:2]}{number}"
                session.prepare(way)
                session.transfer(f"{'APPE' if number % 3 == 2 else 'STOR'} {name}", text)
                session.say(f"SIZE {name}")
                session.say(f"MDTM {name}")
                session.prepare(way)
                session.transfer(f"RETR {name}")
            for verb in ("LIST", "NLST", "MLSD", "LIST -la", "NLST .", "LIST IPA3", "MLSD IPA3", "STOU", "STOU x",
                         "RETR /one-mib.bin", "RETR /crlf.txt",
                         "RETR /all-bytes.bin", "RETR /empty.bin", "RETR /dir"):
                session.prepare(way)
                session.transfer(verb, b"unique\r\n")
        for offset in ("0", "1", "7", "18", "5000", "-1", "x", ""):
            for verb in ("RETR", "STOR", "APPE", "LIST", "STOU", "RETR no", "NOOP"):
                name = "" if " " in verb or verb in ("LIST", "STOU", "NOOP") else f" r{offset}{verb}"
                session.prepare("PASV")
                session.transfer(f"STOR r{offset}{verb[:4]}", b"one\r\ntwo\r\nthree\r\n")
                session.prepare("PASV")
                session.transfer(verb + name, b"REST\r\n", before=(f"REST {offset}",))
                session.prepare("PASV")
                session.transfer(f"RETR r{offset}{verb[:4]}")
    session.close()


def interruptions(talk):
    """What comes between a command and its data, or during a transfer."""
    for way in ("PASV", "PORT"):
        for line in ("STAT", "ABOR", "NOOP", "PASV", "EPSV", "PORT 127,0,0,1,200,7", "SIZE /hello.txt", "QUIT", "REIN",
                     "USER anonymous", "CWD /",
                     "MODE S", "REST 3", "\u00ff\u00f4\u00ff\u00f2ABOR", "TYPE A"):
            octets = line.encode("latin-1")
            for held in ("RETR /big.bin", "STOR /up/held", None):
                session = talk.session()
                session.say("TYPE I")
                session.prepare(way)
                data = None
                if held and session.say(held).startswith(b"1"):
                    try:
                        data, session.data = session.accepted(), None
                        if data and held.startswith("RETR"):
                            data.recv(1, socket.MSG_PEEK)
                    except OSError as error:
                        talk.note("data", type(error).__name__)
                session.say(octets)
                if data:
                    data.close()
                if not session.gone:
                    session.drop_data()
                    session.rest(3)
                session.close()
    session = talk.session()
    for line in ("EPSV ALL", "PASV", "PORT 127,0,0,1,200,7", "EPRT |1|127.0.0.1|40000|", "EPSV", "EPSV 1", "EPSV 2",
                 "PORT 127,0,0,1,4,1"):
        session.say(line)
    session.close()
    session = talk.session()
    for line in ("NOOP\r\nPWD\r\nNOOP", "x" * 5000, "NO\0OP", "noop", " NOOP", "NOOP ", "\tPWD", "", "PWD\rPWD",
                 "PWD x"):
        session.say(line)
        session.rest()
    session.close()


def walk(talk, chance, length):
    """Random commands in two sessions that share a folder."""
    sessions = [talk.session(), talk.session()]
    for line in ("MKD /up/walk", "CWD /up/walk"):
        sessions[0].say(line)
    sessions[1].say("CWD /up/walk")
    names = ["f", "g", "d", "d/f", "e", "../walk/f", "/up/walk/g", "no"]
    for _ in range(length):
        session = chance.choice(sessions)
        name, verb = chance.choice(names), chance.choice(WALKED)
        argument = {
            "TYPE": chance.choice("AI"), "REST": str(chance.randrange(8)), "CDUP": "", "PWD": "", "STOU": "",
            "MFMT": f"20200203040506 {name}", "SITE": f"CHMOD {chance.choice(['644', '600'])} {name}",
            "CWD": chance.choice(names + ["/up/walk"] * 8),
        }.get(verb, name)
        before = [f"REST {chance.randrange(6)}"] if verb in ("RETR", "STOR") and chance.random() < 0.3 else []
        if verb in DATA:
            session.prepare(chance.choice(("PASV", "EPSV", "PORT")))
        session.transfer(f"{verb} {argument}".strip(), chance.choice(TEXTS[:6]), before)
    for session in sessions:
        session.close()


def tree(folder):
    """The files in a folder, and what is in them."""
    for parent, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(parent, name)
            status, content = os.lstat(path), ""
            if not os.path.isdir(path):
                with open(path, "rb") as file:
                    content = hashlib.file_digest(file, "sha1").hexdigest()[:12]
                content += f" {status.st_size} {int(status.st_mtime) if status.st_mtime < 1_700_000_000 else 'now'}"
            yield ["file " + same(os.fsencode(os.path.relpath(path, folder))), f"{status.st_mode:o} {content}"]


def converse(port, home, anonymous, seed):
    talk, *beside = (Talk(port, (home, anonymous)) for _ in range(1 + len(LOGINS)))
    with concurrent.futures.ThreadPoolExecutor(len(LOGINS)) as pool:
        waiting = pool.map(login, beside, LOGINS)
        strangers(talk)
        arguments(talk, PLAIN + DATA)
        transfers(talk)
        interruptions(talk)
        for number in range(4):
            walk(talk, random.Random(f"{seed} {number}"), 150)
        list(waiting)
    talk.session().close()
    steps = [step for one in (*beside, talk) for step in one.steps]
    return [*steps, *sorted(tree(home)), *sorted(tree(anonymous))]

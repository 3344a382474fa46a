"""Faults of pyftpdlib that concern sessions and transfers, and leaks between them.

Each function gets the classes of pyftpdlib: `handler` (the control connection), `data` (the data connection), `files` (the
file system), and the modules `control`, `transfers`, `filesystems`.
"""

from .table import PYFTPDLIB, SHOULD, legal_patch, patch, wrap

# Between sessions.


@patch("leak-type", "959:3.1.1.1:ascii-default 959:4.1.2:parameters-persist 959:4.1.1:*", PYFTPDLIB)
def leak_type(server):
    """All sessions share one TYPE."""
    shared = {"type": "a"}

    def set_type(self, value):
        # A new session sets the type before it has a user.
        if getattr(self, "authenticated", False):
            shared["type"] = value

    server.handler._current_type = property(lambda self: shared["type"], set_type)


@patch("leak-rest", "3659:5.3:* 959:4.1.3:rest-no-transfer", PYFTPDLIB)
def leak_rest(server):
    """REST applies to whichever session transfers next."""
    shared = {"position": 0}

    def set_position(self, value):
        # The initial zero of a new session is not a command.
        if value or getattr(self, "fs", None):
            shared["position"] = value

    server.handler._restart_position = property(lambda self: shared["position"], set_position)


@patch("leak-rnfr", "959:4.1.3:rnto-after-rnfr 959:4.1.3:rnto-* 959:4.2:bad-sequence-503", PYFTPDLIB)
def leak_rnfr(server):
    """A RNFR is completed by the RNTO of any session."""
    shared = {"name": None}

    def set_name(self, value):
        if value or getattr(self, "fs", None):
            shared["name"] = value

    server.handler._rnfr = property(lambda self: shared["name"], set_name)


@patch("leak-cwd", "959:4.1.1:cwd-* 959:4.1.3:* 959:appendix-ii:pwd-*", PYFTPDLIB)
def leak_cwd(server):
    """All sessions share one current directory."""
    shared = {"cwd": "/"}

    def set_cwd(self, value):
        # A login sets it to the root.
        if value != "/":
            shared["cwd"] = value

    server.files.cwd = property(lambda self: shared["cwd"], set_cwd)


@patch("leak-facts", "3659:7.9:opts-mlst-selects 3659:7.9:* 3659:7.8:*", PYFTPDLIB)
def leak_facts(server):
    """OPTS MLST selects the facts of all sessions."""
    shared = {}

    def set_facts(self, value):
        if "facts" not in shared or getattr(self, "fs", None):
            shared["facts"] = value

    server.handler._current_facts = property(lambda self: shared["facts"], set_facts)


@patch("leak-epsv-all", "2428:3:epsv-all-refuses 1123:4.1.2.6:pasv-implemented 959:4.1.2:pasv-listens 2428:3:*", PYFTPDLIB)
def leak_epsv_all(server):
    """EPSV ALL also forbids PASV in later sessions."""
    shared = {"all": False}
    server.handler._epsvall = property(lambda self: shared["all"], lambda self, value: shared.__setitem__("all", shared["all"] or value))


# State within a session.


@patch("rest-kept-by-stor", "3659:5.3:rest-one-transfer", PYFTPDLIB)
def rest_kept(server):
    """The marker of a STOR also applies to the next transfer."""

    def around(original, self, *rest, **more):
        kept = self._restart_position
        result = original(self, *rest, **more)
        self._restart_position = kept
        return result

    wrap(server.handler, "ftp_STOR", around)


# RFC 3659 does not say whether a refused transfer is the "following transfer".
@patch("rest-kept-by-failure", "3659:5.3:rest-one-transfer 3659:5.3:*", PYFTPDLIB, SHOULD)
def rest_kept_by_failure(server):
    """A RETR that fails keeps the marker for the next one."""

    def around(original, self, file):
        kept = self._restart_position
        result = original(self, file)
        if result is None:
            self._restart_position = kept
        return result

    wrap(server.handler, "ftp_RETR", around)


@patch("rest-stor-truncates", "3659:5.3:rest-stor", PYFTPDLIB)
def rest_truncates(server):
    """STOR after REST overwrites what is before the marker with zeros."""
    wrap(server.files, "open", lambda original, self, name, mode: original(self, name, "w+b" if mode == "r+b" else mode))


@patch("rest-stor-appends", "3659:5.3:rest-stor", PYFTPDLIB)
def rest_appends(server):
    """STOR after REST writes to the end of the file."""
    wrap(server.files, "open", lambda original, self, name, mode: original(self, name, "ab" if mode == "r+b" else mode))


@patch("cwd-ends-login", "959:4.1.1:cwd-only-directory", PYFTPDLIB)
def cwd_ends_login(server):
    """Each CWD ends the login."""

    def around(original, self, path):
        original(self, path)
        self.authenticated = False

    wrap(server.handler, "ftp_CWD", around)


@patch("user-resets-type", "959:4.1.1:user-keeps-parameters", PYFTPDLIB)
def user_keeps(server):
    """A further login starts in the root with everything as before, except in ASCII, and keeps the old user's right to read."""
    wrap(server.handler, "flush_account", lambda original, self: None)


@patch("rein-keeps-type", "959:4.1.1:rein-defaults", PYFTPDLIB)
def rein_keeps_type(server):
    """REIN does not reset the type."""

    def around(original, self, line):
        kept = self._current_type
        original(self, line)
        self._current_type = kept

    wrap(server.handler, "ftp_REIN", around)


@patch("rein-keeps-login", "959:4.1.1:rein-keeps-control 959:4.1.1:rein-* 959:4.2:not-logged-in-530", PYFTPDLIB)
def rein_keeps_login(server):
    """REIN gets 220, and the user stays logged in."""
    server.handler.ftp_REIN = lambda self, line: self.respond("220 Ready for new user.")


@patch("rename-pending-for-ever", "959:4.1.3:rnto-after-rnfr 959:4.2:bad-sequence-503", PYFTPDLIB)
def rename_pending(server):
    """A RNTO that fails leaves the RNFR pending."""

    def around(original, self, path):
        kept = self._rnfr
        result = original(self, path)
        self._rnfr = kept if result is None else None
        return result

    wrap(server.handler, "ftp_RNTO", around)


# Transfers.


@patch("ascii-cr-at-boundary", "959:3.1.1.1:ascii-round-trip 959:3.1.1.1:* 959:3.1.2:same-parameters-identical", PYFTPDLIB)
def ascii_boundary(server):
    """STOR in ASCII loses the LF of a CRLF that is split between two reads."""

    def wrapper(self, chunk):
        return (
            chunk[:-1].replace(b"\r\n", b"\n")
            if chunk.endswith(b"\r")
            else chunk.replace(b"\r\n", b"\n").removeprefix(b"\n" if self._had_cr else b"")
        )

    server.data._posix_ascii_data_wrapper = lambda self, chunk: (wrapper(self, chunk), setattr(self, "_had_cr", chunk.endswith(b"\r")))[0]


@patch("retr-early-close-226", "959:4.2:success-means-done 959:3.2:close-reported-226-250 959:5.4:retr-codes 959:4.2:*", PYFTPDLIB)
def early_close(server):
    """RETR ends with 226 if the client has closed before the end."""

    def around(original, self):
        if not self._closed and not self.receive:
            self.transfer_finished = True
            self._resp = ("226 Transfer complete.", server.transfers.logger.debug)
            self.close()
            return
        original(self)

    wrap(server.data, "handle_close", around)


@patch("stor-226-before-close", "959:4.2:success-means-done 959:4.1.3:stor-* 959:5.2:final-after-close 959:3.4.1:*", PYFTPDLIB)
def early_226(server):
    """STOR gets 226 with its first data, before the rest has come."""

    def around(original, self):
        original(self)
        if self.receive and self.tot_bytes_received and not getattr(self, "told", False) and not self._closed:
            self.told = True
            self.cmd_channel.respond("226 Transfer complete.")

    wrap(server.data, "handle_read", around)
    server.data.handle_read_event = server.data.handle_read

    def around_close(original, self):
        if getattr(self, "told", False) and self._resp:
            self._resp = ()
        original(self)

    wrap(server.data, "close", around_close)
    wrap(
        server.data,
        "handle_close",
        lambda original, self: (original(self), None)[1] if not getattr(self, "told", False) else close_quietly(self),
    )


def close_quietly(self):
    if not self._closed:
        self.transfer_finished = True
        self.close()


@patch("abor-finishes", "959:3.2:close-on-abor 959:4.1.3:abor-426-226", PYFTPDLIB)
def abor_finishes(server):
    """ABOR gets 225 and aborts nothing."""
    server.handler.ftp_ABOR = lambda self, line: self.respond("225 No transfer to abort.")


@patch("abor-no-226", "959:4.1.3:abor-426-226 959:4.2:every-command-answered", PYFTPDLIB)
def abor_once(server):
    """ABOR during a transfer gets only 426."""

    def around(original, self, line, *rest, **more):
        if not line.startswith("226 ABOR"):
            original(self, line, *rest, **more)

    wrap(server.handler, "respond", around)


@patch("pasv-during-transfer-kills", "959:4.2:queued-behind-transfer 959:4.2:commands-queued 959:4.2:every-command-answered 959:4.2:preliminary-then-final 959:3.2:*", PYFTPDLIB)
def noop_kills(server):
    """A NOOP during a transfer ends it, and the transfer gets no more replies."""

    def around(original, self, line):
        if self.data_channel is not None:
            self.data_channel.close()
        original(self, line)

    wrap(server.handler, "ftp_NOOP", around)


@patch("passive-two-transfers", "959:3.2:close-on-port-change 959:4.1.2:pasv-listens 959:3.2:* 1123:4.1.2.6:pasv-fresh-port", PYFTPDLIB)
def keeps_listening(server):
    """A second PASV leaves the first port and its connection open."""
    server.handler._shutdown_connecting_dtp = lambda self: None

    def around(original, self, *rest, **more):
        self.data_channel = None
        original(self, *rest, **more)

    wrap(server.handler, "_make_epasv", around)


@patch("close-leaves-file", "959:4.1.1:close-acts-as-abor 959:3.2:close-with-control", PYFTPDLIB)
def close_leaves(server):
    """The data connection stays open when the control connection closes."""

    def around(original, self):
        self.data_channel = None
        original(self)

    wrap(server.handler, "close", around)


@patch("line-256", "959:4.2:long-command-line 959:4.1.3:command-line-ends 959:5.3:argument-characters", PYFTPDLIB)
def line_limit(server):
    """A command line of more than 256 bytes is executed in pieces."""

    def around(original, self, data):
        original(self, data)
        if self._in_buffer_len > 256:
            self.found_terminator()

    wrap(server.handler, "collect_incoming_data", around)


@patch("bad-utf8-closes", "2640:3.1:* 959:4.2:every-command-answered", PYFTPDLIB)
def bad_utf8(server):
    """A name that is not UTF-8 closes the session."""

    def decode(self, data):
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            self.close()
            return "NOOP"

    server.handler.decode = decode


@patch("password-echoed", "2577:* 959:4.1.1:pass-*", PYFTPDLIB, SHOULD)
def password_echoed(server):
    """A wrong password is repeated in the reply."""
    wrap(
        server.handler,
        "handle_auth_failed",
        lambda original, self, message, password: original(self, f"no such password: {password}", password),
    )


@legal_patch("legal-umask-listing", PYFTPDLIB)
def sorted_backwards(server):
    """Listings are not sorted."""
    wrap(server.files, "listdir", lambda original, self, path: original(self, path)[::-1])


@legal_patch("legal-small-segments", PYFTPDLIB)
def small_segments(server):
    """Data connections read and write 1 KiB at a time."""
    server.data.ac_in_buffer_size = server.data.ac_out_buffer_size = 1024


@legal_patch("legal-no-sendfile", PYFTPDLIB)
def no_sendfile(server):
    """sendfile() is not used."""
    server.handler.use_sendfile = False


@legal_patch("legal-banner", PYFTPDLIB)
def banner(server):
    """A long greeting, and other messages."""
    server.handler.banner = (
        "Welcome to a server whose greeting is so long that it needs more than one line of a terminal, and says nothing."
    )
    server.handler.max_login_attempts = 5


# The end of a transfer. RFC 1123, section 4.1.3.3, lets a server delay ABOR, so this is only a recommendation.


@patch("abor-ignored", "959:3.2:close-on-abor 959:4.1.3:abor-426-226", PYFTPDLIB, SHOULD)
def abor_ignored(server):
    """ABOR gets 226 and ends nothing."""
    server.handler.ftp_ABOR = lambda self, line: self.respond("226 Nothing is left to abort.")

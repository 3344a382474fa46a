"""Faults of pyftpdlib that concern files and directories.

Each function gets the classes of pyftpdlib: `handler` (the control connection), `data` (the data connection), `files` (the
file system), and the modules `control`, `transfers`, `filesystems`.
"""

import os
import shutil
import time

from .table import PYFTPDLIB, SHOULD, patch, wrap

# Files.


@patch("stor-keeps-old-tail", "959:4.1.3:stor-replaces", PYFTPDLIB)
def stor_keeps_tail(server):
    """STOR over a longer file leaves its end in place."""
    wrap(
        server.files,
        "open",
        lambda original, self, name, mode: original(self, name, "r+b" if mode == "wb" and os.path.exists(name) else mode),
    )


@patch("stor-refuses-existing", "959:4.1.3:stor-replaces", PYFTPDLIB)
def stor_refuses(server):
    """STOR over an existing file is refused."""

    def around(original, self, name, mode):
        if mode == "wb" and os.path.exists(name):
            raise FileExistsError(17, "File exists")
        return original(self, name, mode)

    wrap(server.files, "open", around)


@patch("stor-empty-none", "959:4.1.3:stor-empty", PYFTPDLIB)
def stor_empty(server):
    """A STOR without data leaves no file."""

    def around(original, self):
        name = self.file_obj.name if self.receive and self.file_obj else None
        total = self.tot_bytes_received
        original(self)
        if name and not total and os.path.exists(name) and not os.path.getsize(name):
            os.remove(name)

    wrap(server.data, "close", around)


@patch("appe-at-beginning", "959:4.1.3:appe-appends", PYFTPDLIB)
def appe_beginning(server):
    """APPE writes over the beginning of the file."""
    wrap(
        server.files,
        "open",
        lambda original, self, name, mode: original(self, name, "r+b" if mode == "ab" and os.path.exists(name) else mode),
    )


@patch("appe-missing-refused", "959:4.1.3:appe-creates", PYFTPDLIB)
def appe_missing(server):
    """APPE to a missing file is refused."""

    def around(original, self, name, mode):
        if mode == "ab" and not os.path.exists(name):
            raise FileNotFoundError(2, "No such file or directory")
        return original(self, name, mode)

    wrap(server.files, "open", around)


@patch("rename-copies", "959:4.1.3:rnto-renames", PYFTPDLIB)
def rename_copies(server):
    """RNTO makes a copy, and the old name stays."""

    def copy(self, old, new):
        (shutil.copytree if os.path.isdir(old) else shutil.copy2)(old, new)

    server.files.rename = copy


@patch("rename-empties", "959:4.1.3:rnto-renames 959:3.1.2:*", PYFTPDLIB)
def rename_empties(server):
    """A renamed file is empty."""

    def around(original, self, old, new):
        original(self, old, new)
        if os.path.isfile(new):
            os.truncate(new, 0)

    wrap(server.files, "rename", around)


@patch("rename-touches", "959:4.1.3:rnto-renames 3659:7.5.3:* 3659:3.1:* 3659:2.3:*", PYFTPDLIB, SHOULD)
def rename_touches(server):
    """A renamed file has a new modification time."""

    def around(original, self, old, new):
        original(self, old, new)
        os.utime(new, (1_000_000_000, 1_000_000_000))

    wrap(server.files, "rename", around)


@patch("rename-to-directory-only", "959:4.1.3:rnto-renames", PYFTPDLIB)
def rename_directory(server):
    """A file cannot be renamed into another directory, though RNTO gets 250."""

    def around(original, self, old, new):
        if os.path.dirname(old) == os.path.dirname(new):
            original(self, old, new)

    wrap(server.files, "rename", around)


@patch("rmd-removes-tree", "959:4.1.3:rmd-* 959:4.2:success-means-done", PYFTPDLIB, SHOULD)
def rmd_tree(server):
    """RMD removes a directory that is not empty, with everything in it."""

    def remove(self, path):
        shutil.rmtree(path)

    server.files.rmdir = remove


@patch("dele-removes-neighbour", "959:4.1.3:dele-removes 959:4.1.3:*", PYFTPDLIB)
def dele_neighbour(server):
    """DELE also removes files whose names begin with the same name."""

    def around(original, self, path):
        original(self, path)
        folder, name = os.path.split(path)
        for other in os.listdir(folder):
            if other.startswith(name.split(".")[0]) and os.path.isfile(os.path.join(folder, other)):
                os.remove(os.path.join(folder, other))

    wrap(server.files, "remove", around)


@patch("retr-updates-time", "959:4.1.3:retr-leaves-file 3659:7.5.3:* 3659:2.3:* 3659:3.1:*", PYFTPDLIB)
def retr_touches(server):
    """RETR changes the modification time."""

    def around(original, self, file):
        result = original(self, file)
        if result:
            os.utime(file, (1_000_000_000, 1_000_000_000))
        return result

    wrap(server.handler, "ftp_RETR", around)


@patch("listing-hides-dots", "959:4.1.3:nlst-* 959:4.1.3:list-* 3659:7.1:mlsd-directory 3659:2.2:names-exact", PYFTPDLIB, SHOULD)
def hides_dots(server):
    """Listings leave out names that begin with a dot."""
    wrap(server.files, "listdir", lambda original, self, path: [name for name in original(self, path) if not name.startswith(".")])


@patch("listing-cached", "959:4.1.3:* 3659:7.1:*", PYFTPDLIB)
def listing_cached(server):
    """A listing of a directory is cached for three seconds."""
    kept = {}

    def around(original, self, path):
        when, names = kept.get(path, (0, None))
        if time.monotonic() - when > 3:
            names = original(self, path)
            kept[path] = (time.monotonic(), names)
        return list(names)

    wrap(server.files, "listdir", around)


@patch("listing-at-most-100", "959:4.1.3:nlst-* 959:4.1.3:list-* 3659:7.1:mlsd-directory", PYFTPDLIB)
def listing_limited(server):
    """Listings end after 100 names."""
    wrap(server.files, "listdir", lambda original, self, path: original(self, path)[:100])


@patch("size-cached", "3659:4:size-transfer-octets", PYFTPDLIB)
def size_cached(server):
    """SIZE always repeats its first answer for a name."""
    kept = {}
    wrap(server.files, "getsize", lambda original, self, path: kept.setdefault(path, original(self, path)))


@patch("escape-root", "3659:6:* 959:4.1.1:cdup-parent 959:4.1.1:cwd-* 2577:*", PYFTPDLIB)
def escape_root(server):
    """Names with .. lead out of the root."""

    def outside(self, path):
        return os.path.normpath(os.path.join(self.root, self.cwd.lstrip("/") if not path.startswith("/") else ".", path.lstrip("/")))

    server.files.ftp2fs = outside
    server.files.validpath = lambda self, path: True


@patch("names-case-blind", "3659:2.2:names-exact 959:4.1.3:*", PYFTPDLIB, SHOULD)
def case_blind(server):
    """Names are not case-sensitive."""

    def around(original, self, path):
        found = original(self, path)
        folder, name = os.path.split(found)
        if not os.path.lexists(found) and os.path.isdir(folder):
            for other in os.listdir(folder):
                if other.lower() == name.lower():
                    return os.path.join(folder, other)
        return found

    wrap(server.files, "ftp2fs", around)


@patch("retr-cached", "959:4.1.3:retr-* 959:3.1.1.3:image-round-trip 959:4.1.3:stor-replaces 959:4.1.3:appe-appends", PYFTPDLIB)
def retr_cached(server):
    """RETR always sends the contents that the file had when it was first read."""
    import io

    kept = {}

    def around(original, self, name, mode):
        if mode != "rb":
            return original(self, name, mode)
        if name not in kept:
            with open(name, "rb") as file:
                kept[name] = file.read()
        copy = io.BytesIO(kept[name])
        copy.name = name
        return copy

    wrap(server.files, "open", around)
    server.handler.use_sendfile = False


@patch("stor-seen-late", "959:4.1.3:stor-creates 959:4.1.3:stor-* 959:4.2:success-means-done 959:4.1.3:nlst-*", PYFTPDLIB)
def stor_seen_late(server):
    """Other sessions see a stored file only a second later."""
    made = {}

    def around(original, self, name, mode):
        if mode in ("wb", "ab"):
            made[name] = (time.monotonic(), id(self))
        elif name in made and made[name][1] != id(self) and time.monotonic() - made[name][0] < 1:
            raise FileNotFoundError(2, "No such file or directory")
        return original(self, name, mode)

    wrap(server.files, "open", around)


@patch("rename-over-existing-lost", "959:4.1.3:rnto-renames", PYFTPDLIB)
def rename_lost(server):
    """RNTO to an existing name gets 250, and both files stay."""
    wrap(server.files, "rename", lambda original, self, old, new: None if os.path.exists(new) else original(self, old, new))

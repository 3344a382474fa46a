# Twisted's FTP server: PyPI's. It finds a user's home by name in one folder.
# It takes the bytes of a name for Latin-1.
ANSWERS=([utf8]=550)
# It never answers an ABOR that the Telnet bytes precede.
ABORT=plain

server_install() { pip_install Twisted; }
server_present() { [ -x "$VENV/bin/python" ] && "$VENV/bin/python" -c 'import twisted' 2>/dev/null; }
server_version() { pip_version Twisted; }

server_start() {
  mkdir -p "$STATE/homes"
  ln -sfn "$HOME_DIR" "$STATE/homes/$FTP_USER"
  # shellcheck disable=SC2046
  launch "$VENV/bin/python" -u "$LIB/twisted_server.py" "$FTP_USER" "$FTP_PASSWORD" "$STATE/homes" "$ANON_DIR" \
    "$PORT" "$PASSIVE_LOW" $(addresses)
}

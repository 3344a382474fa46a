# Twisted's FTP server from PyPI. It finds the homes of users by name in one folder.
# It reads names as Latin-1.
ANSWERS=([utf8]=550)
# It never answers an ABOR with Telnet bytes before it.
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

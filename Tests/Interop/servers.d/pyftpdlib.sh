# pyftpdlib: PyPI's, one process for both addresses.
# With several sessions at once a session now and then gets no answer any more, and never the same one.
CHECK=(--jobs 1)

server_install() { pip_install pyftpdlib; }
server_present() { [ -x "$VENV/bin/python" ] && "$VENV/bin/python" -c 'import pyftpdlib' 2>/dev/null; }
server_version() { pip_version pyftpdlib; }

server_start() {
  # shellcheck disable=SC2046
  launch "$VENV/bin/python" -u "$LIB/pyftpdlib_server.py" "$FTP_USER" "$FTP_PASSWORD" "$HOME_DIR" "$ANON_DIR" \
    "$PORT" "$(! has_few_sessions || echo "$PASSIVE_LOW")" "$SESSIONS" $(addresses)
}

# pyftpdlib from PyPI: one process for both addresses.
# With several concurrent sessions, a random one sometimes gets no more answers.
CHECK=(--jobs 1)
FLAVOURS=(tls)

server_install() { pip_install pyftpdlib pyOpenSSL; }
server_present() { [ -x "$VENV/bin/python" ] && "$VENV/bin/python" -c 'import pyftpdlib, OpenSSL' 2>/dev/null; }
server_version() { pip_version pyftpdlib; }

server_start() {
  # shellcheck disable=SC2046
  launch "$VENV/bin/python" -u "$LIB/pyftpdlib_server.py" "$(! is_secure || echo "$CERTIFICATE_AND_KEY")" "$FTP_USER" "$FTP_PASSWORD" "$HOME_DIR" "$ANON_DIR" \
    "$PORT" "$(! has_few_sessions || echo "$PASSIVE_LOW")" "$SESSIONS" $(addresses)
}

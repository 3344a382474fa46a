# pyftpdlib 1 from PyPI, which many installations still have, in a separate folder.
# With several concurrent sessions, a random one sometimes gets no more answers.
CHECK=(--jobs 1)
FLAVOURS=(tls)
VERSION_ONE=1.5.10

server_install() { make_venv && rm -rf "$PACKAGE" && "$VENV/bin/pip" install -q --disable-pip-version-check --target "$PACKAGE" \
  "pyftpdlib==$VERSION_ONE" </dev/null >"$ROOT/pip.log" 2>&1 || { say "interop: cannot install pyftpdlib $VERSION_ONE"; tail -3 "$ROOT/pip.log" >&2; return 1; }; }
server_present() { [ -d "$PACKAGE/pyftpdlib" ]; }
server_version() { echo $VERSION_ONE; }

server_start() {
  # shellcheck disable=SC2046
  launch env "PYTHONPATH=$PACKAGE" "$VENV/bin/python" -W ignore -u "$LIB/pyftpdlib_server.py" \
    "$(! is_secure || echo "$CERTIFICATE_AND_KEY")" "$FTP_USER" "$FTP_PASSWORD" "$HOME_DIR" "$ANON_DIR" \
    "$PORT" "$(! has_few_sessions || echo "$PASSIVE_LOW")" "$SESSIONS" $(addresses)
}

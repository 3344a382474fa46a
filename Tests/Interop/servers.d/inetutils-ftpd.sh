# GNU inetutils ftpd from Debian, started by this project's super-server.
NEEDS_USERS=yes

server_install() {
  # For anonymous it lists with a program inside the root directory; a static one needs no libraries there.
  unpack_debs "$PACKAGE.busybox" busybox-static && unpack_debs "$PACKAGE" inetutils-ftpd
}
server_present() { [ -x "$PACKAGE/usr/sbin/ftpd" ] && [ -x "$PACKAGE.busybox/bin/busybox" ]; }

server_start() {
  make_users
  mkdir -p "$ANON_DIR/bin"
  cp "$PACKAGE.busybox/bin/busybox" "$ANON_DIR/bin/ls"
  launch_within_users "$FTPRAW_PYTHON" "$LIB/inetd.py" "$LOG/errors" "$(inetd_addresses)" "$PACKAGE/usr/sbin/ftpd" -l
}

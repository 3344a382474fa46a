# linux-ftpd, the BSD ftpd in Debian's ftpd-ssl package, started by this project's super-server.
NEEDS_USERS=yes
FLAVOURS=(tls)
# It reads its certificate only for implicit TLS, so the handshake after its 234 fails.
! is_secure || INSECURE='handshake failure'
ANSWERS=([feat]=500)

server_install() {
  # As for inetutils-ftpd, a program inside the root directory of anonymous.
  unpack_debs "$PACKAGE.busybox" busybox-static && unpack_debs "$PACKAGE" ftpd-ssl
}
server_present() { [ -x "$PACKAGE/usr/sbin/in.ftpd" ] && [ -x "$PACKAGE.busybox/bin/busybox" ]; }

server_start() {
  local security=()
  ! is_secure || security=(-z certsok -z "cert=$CERTIFICATE" -z "key=$KEY")
  make_users
  # It needs the prompt of pam_ftp; the package's own PAM file has it too.
  { echo 'auth sufficient pam_ftp.so'; cat "$CONF/etc/pam.d/ftpraw"; } >"$CONF/etc/pam.d/ftp"
  mkdir -p "$ANON_DIR/bin"
  cp "$PACKAGE.busybox/bin/busybox" "$ANON_DIR/bin/ls"
  launch_within_users "$FTPRAW_PYTHON" "$LIB/inetd.py" "$LOG/errors" "$(inetd_addresses)" "$PACKAGE/usr/sbin/in.ftpd" -n "${security[@]}"
}

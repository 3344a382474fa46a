# pure-ftpd from Debian: one process for each address, with users from its own database.
NEEDS_USERS=yes
FLAVOURS=(tls)

server_install() { unpack_debs "$PACKAGE" pure-ftpd; }
server_present() { [ -x "$PACKAGE/usr/sbin/pure-ftpd" ]; }

server_start() {
  local address security=() tool=$PACKAGE/usr/bin/pure-pw
  ! is_secure || security=(-Y 1 -2 "$CERTIFICATE_AND_KEY")
  make_users
  # The fields of its text format; pure-pw itself would hash with argon2id, which takes seconds for each login.
  printf '%s:%s:%s:%s::%s/./::::::::::::\n' "$FTP_USER" \
    "$(openssl passwd -6 -salt ftpraw "$FTP_PASSWORD")" "$FTP_UID" "$FTP_UID" "$HOME_DIR" >"$CONF/users"
  LD_LIBRARY_PATH=$(package_libraries) "$tool" mkdb "$CONF/users.pdb" -f "$CONF/users" >>"$LOG/out" 2>&1
  for address in $(addresses); do
    launch_within_users "$PACKAGE/usr/sbin/pure-ftpd" -S "$address,$PORT" -p "$(passive_range "$address" :)" \
      -l "puredb:$CONF/users.pdb" -u 1 -H -c "$SESSIONS" -g "$CONF/pid.$address" "${security[@]}"
  done
}

# ftpd, the FTP server for Ruby by Wayne Conrad: one process for each address.
# It lists nothing if a file's owner has no name.
NEEDS_USERS=yes
TOOLS=(ruby)
PROVIDED=(lib/ftpd.rb)

server_install() { ruby -I "$PACKAGE/lib" -e 'require "ftpd"' 2>&1 | head -1 >&2; server_present; }
server_present() { ruby -I "$PACKAGE/lib" -e 'require "ftpd"' 2>/dev/null; }

server_start() {
  local address
  make_users
  for address in $(addresses); do
    launch_within_users ruby -E UTF-8 -I "$PACKAGE/lib" "$LIB/ruby_server.rb" \
      "$FTP_USER" "$FTP_PASSWORD" "$HOME_DIR" "$ANON_DIR" "$address" "$PORT" "$(passive_range "$address" ' ')"
  done
}

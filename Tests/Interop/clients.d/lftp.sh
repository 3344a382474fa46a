# lftp: PASV or PORT over IPv4, EPSV or EPRT over IPv6. It asks for features first, and sets more options than others.
DEB=lftp PROGRAM=lftp
CANNOT[ipv6-active]="its EPRT names the address ::, which this server refuses, as do proftpd, pure-ftpd and pyftpdlib"

client_version() { client_run lftp --norc --version | sed -n '1s/^LFTP | Version \([^ ]*\).*/\1/p'; }

lftp_on_way() { # COMMAND
  local passive=on modules security='set ftp:ssl-allow off'
  [ -z "$CLIENT_TLS" ] || security="set ftp:ssl-force on; set ftp:ssl-protect-data on; set ssl:ca-file $CERTIFICATE"
  [ "$MODE" = passive ] || passive=off
  modules=$(echo "$PACKAGE"/usr/lib/lftp/*/)
  [ ! -d "$modules" ] || local -x LFTP_MODULE_PATH=$modules
  client_run lftp --norc -c "set cmd:fail-exit on; set net:max-retries 1; set net:timeout 20; set xfer:clobber on
    set ftp:passive-mode $passive; $security
    open -u $FTP_USER,$FTP_PASSWORD $URL
    $1"
}

quoted() { local name=${1//\\/\\\\}; printf '"%s"' "${name//\"/\\\"}"; }

client_list() { lftp_on_way "ls $(quoted "$1")"; }
client_download() { lftp_on_way "get $(quoted "$1") -o $(quoted "$2")"; }
client_upload() { lftp_on_way "put $(quoted "$1") -o $(quoted "$2")"; }
client_resume_download() { lftp_on_way "get -c $(quoted "$1") -o $(quoted "$2")"; }
client_resume_upload() { lftp_on_way "put -c $(quoted "$1") -o $(quoted "$2")"; }
client_rename() { lftp_on_way "mv $(quoted "$1") $(quoted "$2")"; }
client_delete() { lftp_on_way "rm $(quoted "$1")"; }

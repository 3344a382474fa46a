# wget: PASV or PORT over IPv4, EPSV or EPRT over IPv6.
DEB=wget PROGRAM=wget
for operation in upload resume_upload rename delete; do CANNOT[$operation]="wget only lists and downloads"; done

client_version() { client_run wget --no-config --version | sed -n '1s/^GNU Wget \([^ ]*\).*/\1/p'; }

wget_on_way() {
  local way=
  [ "$MODE" = passive ] || way=--no-passive-ftp
  client_run wget --no-config -nv -t 1 -T 20 --user "$FTP_USER" --password "$FTP_PASSWORD" $way "$@"
}

# It converts the listing to HTML.
client_list() { wget_on_way -O - "$URL/$(escape "$1")/" | sed 's/&#32;/ /g'; }
client_download() { wget_on_way -O "$2" "$URL/$(escape "$1")"; }
client_resume_download() { wget_on_way -c -O "$2" "$URL/$(escape "$1")"; }

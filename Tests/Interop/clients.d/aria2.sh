# aria2: PASV or PORT over IPv4, EPSV or EPRT over IPv6.
#
# If the replies 150 and 226 come in one segment, it does not see the second, and ends only after its timeout.
DEB=aria2 PROGRAM=aria2c
for operation in list upload resume_upload rename delete; do CANNOT[$operation]="aria2 only downloads"; done

client_version() { client_run aria2c --no-conf --version | sed -n '1s/^aria2 version //p'; }

aria2_on_way() { # FILE LOCAL OPTION...
  local file=$1 into=$2 passive=true
  shift 2
  [ "$MODE" = passive ] || passive=false
  client_run aria2c --no-conf --console-log-level=warn --summary-interval=0 --max-tries=1 --timeout=5 \
    --file-allocation=none --allow-overwrite=true --auto-file-renaming=false "--ftp-pasv=$passive" \
    "--ftp-user=$FTP_USER" "--ftp-passwd=$FTP_PASSWORD" -d "$(dirname "$into")" -o "$(basename "$into")" \
    "$@" "$URL/$(escape "$file")"
}

client_download() { aria2_on_way "$1" "$2"; }
client_resume_download() { aria2_on_way "$1" "$2" -c; }

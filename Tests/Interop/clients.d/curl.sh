# curl: EPSV, or EPRT and PORT. It renames and deletes with quoted commands before a listing that options suppress.
DEB=curl PROGRAM=curl

client_version() { client_run curl -q --version | sed -n '1s/^curl \([^ ]*\).*/\1/p'; }

# 7.87 and 7.88 never begin the handshake on a connection that they have accepted; 8.0 does (curl issue 10666).
case $(client_version) in 7.87.* | 7.88.*) CANNOT[tls-active]="curl 7.87 and 7.88 do not begin the handshake on a connection that it has accepted" ;; esac

curl_on_way() {
  local way=--ftp-pasv security=()
  [ -z "$CLIENT_TLS" ] || security=(--ssl-reqd --cacert "$CERTIFICATE")
  [ "$MODE" = passive ] || way=--ftp-port=-
  client_run curl -q --globoff -sS --max-time 50 --user "$FTP_USER:$FTP_PASSWORD" ${way/=/ } "${security[@]}" "$@"
}

client_list() { curl_on_way "$URL/$(escape "$1")/"; }
client_download() { curl_on_way -o "$2" "$URL/$(escape "$1")"; }
client_upload() { curl_on_way -T "$1" "$URL/$(escape "$2")"; }
client_resume_download() { curl_on_way -C - -o "$2" "$URL/$(escape "$1")"; }
client_resume_upload() { curl_on_way -C - -T "$1" "$URL/$(escape "$2")"; }
client_rename() { curl_on_way --head -Q "RNFR $1" -Q "RNTO $2" "$URL/"; }
client_delete() { curl_on_way --head -Q "DELE $1" "$URL/"; }

#!/bin/sh
# Lets a gateway in, bound to its client id: it may publish below its topic key and subscribe to nothing.
#   sh mosquitto-gateway.sh KEY CLIENT_ID [USER]     asks for its password (or takes PASSWORD)
#   sh mosquitto-gateway.sh bind USER CLIENT_ID      for a user that was carried over from a password file
# USER is KEY unless several gateways use one key: then each has a user of its own. mosquitto_ctrl reads its
# options (-h, -p, -u admin, -P …), one a line, from ~/.config/mosquitto_ctrl; compose.yaml writes that file.
set -eu
prefix="${PREFIX:-plantroom}"
ctrl() { mosquitto_ctrl dynsec "$@"; }
if [ "$1" = bind ]; then
  ctrl setClientId "$2" "$3"
  exit
fi
key="$1" client="$2" user="${3:-$1}"
case "$key" in *[!0-9a-f]* | '') echo "$key is not a topic key: copy it from Management, API keys." >&2; exit 1 ;; esac
if [ -z "${PASSWORD:-}" ]; then
  printf 'Password of %s: ' "$user" >&2
  stty -echo
  read -r PASSWORD
  stty echo
  echo >&2
fi
ctrl createRole "gateway-$key" > /dev/null 2>&1 || true # there already: another gateway of the key has it
ctrl addRoleACL "gateway-$key" publishClientSend "$prefix/$key/#" allow 0 > /dev/null 2>&1 || true
ctrl createClient "$user" -c "$client" -p "$PASSWORD"
ctrl addClientRole "$user" "gateway-$key" 0

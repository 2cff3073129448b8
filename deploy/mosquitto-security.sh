#!/bin/sh
# Writes Mosquitto's dynamic security (a JSON file) from a password file of mosquitto_passwd: users keep
# their passwords, and each may publish below its own topic key and subscribe to nothing.
#   sh mosquitto-security.sh PASSWORDS SECURITY_FILE
# The user "plantroom" is the server's (SERVER), "admin" may change the security (ADMIN); every other user
# is a gateway whose name is its topic key. PREFIX is the installation's MQTT_PREFIX. An existing
# SECURITY_FILE stays as it is: change it with mosquitto-gateway.sh or mosquitto_ctrl.
set -eu
passwords="$1"
file="$2"
prefix="${PREFIX:-plantroom}"
if [ -s "$file" ]; then
  echo "$file exists already; nothing was changed."
  exit 0
fi
umask 077
if ! awk -F: -v prefix="$prefix" -v server="${SERVER:-plantroom}" -v admin="${ADMIN:-admin}" '
  function acl(type, topic) {
    return "{\"acltype\":\"" type "\",\"topic\":\"" topic "\",\"priority\":0,\"allow\":true}"
  }
  function role(name, acls) {
    roles = roles (roles == "" ? "" : ",\n    ") "{\"rolename\":\"" name "\",\"acls\":[" acls "]}"
  }
  BEGIN {
    role("server", acl("subscribePattern", "$share/+/" prefix "/#") "," acl("subscribePattern", prefix "/#") "," \
      acl("unsubscribePattern", "#") "," acl("publishClientReceive", prefix "/#") "," \
      acl("publishClientSend", prefix "/loopback/#"))
    role("admin", acl("publishClientSend", "$CONTROL/dynamic-security/#") "," \
      acl("publishClientReceive", "$CONTROL/dynamic-security/#") "," acl("subscribePattern", "$CONTROL/dynamic-security/#"))
  }
  /^[ \t]*(#|$)/ { next }
  {
    name = $1
    parts = split($2, hash, "$")
    if (parts != 5 || hash[2] != "7" || name !~ /^[A-Za-z0-9_.@-]+$/) {
      print name ": this password cannot be carried over. Set it again with mosquitto_passwd of Mosquitto 2." > "/dev/stderr"
      failed = 1
      next
    }
    own = name == server ? "server" : name == admin ? "admin" : "gateway-" name
    if (name != server && name != admin) role(own, acl("publishClientSend", prefix "/" name "/#"))
    clients = clients (clients == "" ? "" : ",\n    ") "{\"username\":\"" name "\",\"password\":\"" hash[5] \
      "\",\"salt\":\"" hash[4] "\",\"iterations\":" hash[3] ",\"roles\":[{\"rolename\":\"" own "\"}]}"
    count++
  }
  END {
    if (failed) exit 1
    print "{\n  \"defaultACLAccess\":{\"publishClientSend\":false,\"publishClientReceive\":false,\"subscribe\":false,\"unsubscribe\":false},"
    print "  \"clients\":[\n    " clients "],\n  \"groups\":[],\n  \"roles\":[\n    " roles "]\n}"
    print count " users were carried into dynamic security." > "/dev/stderr"
  }' "$passwords" > "$file.draft"; then
  rm -f "$file.draft"
  exit 1
fi
mv "$file.draft" "$file"

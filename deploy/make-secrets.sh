#!/bin/sh
# Makes what compose.yaml asks for, once; what is there stays. Keep a copy of the folder apart from the
# backups: without data_key what it sealed is lost, without backup_key no backup can be opened.
set -eu
folder="$(dirname "$0")/secrets"
mkdir -p "$folder"
chmod 700 "$folder"

# Readable inside the containers, whose accounts are others; the folder keeps everybody else out.
keep() {
  [ -s "$folder/$1" ] || printf '%s' "$2" > "$folder/$1"
  chmod 644 "$folder/$1"
}
random() { openssl rand -base64 32; }
word() { openssl rand -hex 24; }

keep postgres_password "$(word)"
keep database_password "$(word)"
keep database_url "postgres://plantroom_owner:$(cat "$folder/database_password")@postgres:5432/plantroom"
keep token_secret "$(random)$(random)"
keep data_key "$(random)"
keep backup_key "$(random)"
keep metrics_token "$(word)"
keep mqtt_password "$(word)"
keep mqtt_admin_password "$(word)"
echo "Secrets are in $folder."

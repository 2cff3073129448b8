#!/bin/sh
# Patroni 3.0.2 of Debian 12 with etcd: a leader whose key has lapsed, and that goes on as if it had not.
#   With etcd's version 3 (`etcd3`), update_leader gets a new lease and puts the leader's key without a
#   condition: the key of the successor is replaced. With version 2 (`etcd`) the write names the former
#   value, and is refused.
#   A leader that was stopped for longer than its ttl (SIGSTOP, a paused machine) does so when it goes on
#   before it has read the key again. Seen in a cluster with a synchronous standby: the successor was
#   demoted and rewound, and lost what it had acknowledged.
# Two objects of Patroni's own classes stand for two nodes here. Needs Debian's packages patroni 3.0.2-1
# and etcd-server 3.4.23; no PostgreSQL.
# Source: the output of this script; patroni/dcs/etcd3.py, _update_leader.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
[ "$(dpkg-query -W -f='${Version}' patroni)" = 3.0.2-1 ] || { echo 'This needs patroni 3.0.2-1.'; exit 1; }
folder=$(mktemp -d)
etcd --data-dir "$folder/data" --enable-v2 --log-level error \
  --listen-client-urls http://127.0.0.1:5290 --advertise-client-urls http://127.0.0.1:5290 \
  --listen-peer-urls http://127.0.0.1:5291 --initial-advertise-peer-urls http://127.0.0.1:5291 \
  --initial-cluster default=http://127.0.0.1:5291 2>/dev/null &
etcd=$!
trap 'kill $etcd; rm -rf "$folder"' EXIT
cat >"$folder/try.py" <<'PY'
import logging, time
from patroni.dcs import get_dcs

logging.disable(logging.CRITICAL)
TTL = 5

def node(api, name):
    return get_dcs({'scope': 'try-' + api, 'name': name, 'ttl': TTL, 'loop_wait': 1, 'retry_timeout': 3,
                    api: {'host': '127.0.0.1:5290'}})

for api in ('etcd', 'etcd3'):
    first, second = node(api, 'first'), node(api, 'second')
    assert first.attempt_to_acquire_leader()
    first.get_cluster()
    time.sleep(TTL + 4)
    assert second.attempt_to_acquire_leader()
    time.sleep(1)
    updated = bool(first.update_leader(0))
    time.sleep(1)
    print(f'{api}: the first says {updated}, the key names {second.get_cluster().leader.name}', flush=True)
PY
sleep 2
timeout 60 /usr/bin/python3 "$folder/try.py" >"$folder/found" || true
cat "$folder/found"
cat >"$folder/expected" <<'TXT'
etcd: the first says False, the key names second
etcd3: the first says True, the key names first
TXT
diff "$folder/expected" "$folder/found" && echo 'The behaviour is as described.'

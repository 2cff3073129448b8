#!/bin/sh
# sparkplug-client 3.2.4 of npm (Eclipse Tahu): the session number bdSeq.
#   Sparkplug 3.0 wants bdSeq to grow by one with each MQTT CONNECT, so that a late NDEATH of a lost
#   connection is told from the death of the new one. After a lost connection the client connects again
#   with the same will: bdSeq is 0 in every will and birth.
#   A payload that is given to publishNodeBirth again, as for a rebirth, carries bdSeq once more each
#   time, because the client adds the metric to the caller's list.
# The broker here is a local socket that takes CONNECT and PUBLISH, and closes the first connection.
# Source: sparkplug.eclipse.org, specification 3.0, and the output of this script.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts \
  sparkplug-client@3.2.4 sparkplug-payload@1.0.3 mqtt-packet@6.10.0 >/dev/null
cat >try.cjs <<'JS'
const net = require('node:net')
const packets = require('mqtt-packet')
const { newClient } = require('sparkplug-client')
const { decodePayload } = require('sparkplug-payload').get('spBv1.0')

const sessionsIn = (bytes) =>
  JSON.stringify(
    decodePayload(bytes)
      .metrics.filter(({ name }) => name === 'bdSeq')
      .map(({ value }) => Number(value)),
  )
const payload = { timestamp: 1764410400000, metrics: [{ name: 'Leak', value: false, type: 'Boolean' }] }
let connections = 0
const broker = net.createServer((socket) => {
  const parser = packets.parser()
  socket.on('data', (data) => parser.parse(data))
  socket.on('error', () => {})
  parser.on('packet', (packet) => {
    if (packet.cmd === 'connect') {
      connections += 1
      console.log(`connection ${connections}: will ${sessionsIn(packet.will.payload)}`)
      socket.write(packets.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }))
    }
    if (packet.cmd !== 'publish') return
    console.log(`connection ${connections}: birth ${sessionsIn(packet.payload)}`)
    if (connections === 1) socket.destroy()
    else process.exit(0)
  })
})
broker.listen(0, '127.0.0.1', () => {
  const client = newClient({
    serverUrl: `mqtt://127.0.0.1:${broker.address().port}`,
    username: 'edge',
    password: 'edge',
    groupId: 'Plant',
    edgeNode: 'Edge',
    clientId: 'edge',
  })
  client.on('birth', () => client.publishNodeBirth(payload))
})
setTimeout(() => process.exit(1), 30_000)
JS
node try.cjs | tee found
cat >expected <<'TXT'
connection 1: will [0]
connection 1: birth [0]
connection 2: will [0]
connection 2: birth [0,0]
TXT
diff expected found && echo 'The behaviour is as described.'

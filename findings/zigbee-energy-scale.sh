#!/bin/sh
# zigbee-herdsman-converters 26.112.0 of npm, the converters of Zigbee2MQTT: an energy counter is
# scaled by the attributes `multiplier` and `divisor` of its cluster seMetering. Until the device has
# answered them, its raw number is published under the same name: a plug with divisor 1000 tells
# `energy: 12345678` in place of 12345.678 kWh, and then goes back to 12345.679. Nothing in the message
# tells the two apart. 248 of the 256 models with energy in seMetering do so.
# The number that the Zigbee Cluster Library keeps for "invalid" in an unsigned 48-bit attribute,
# 0xFFFFFFFFFFFF (revision 8, table 2-10), is scaled like any other: 281474976710.655 kWh.
# A meter that adds up what a counter grew by would count both as use.
# Source: the definitions of the package, and the output of this script.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts zigbee-herdsman-converters@26.112.0 >/dev/null
cat >try.cjs <<'JS'
const path = require('node:path')
const { prepareDefinition } = require('zigbee-herdsman-converters')
const devices = require(path.resolve('node_modules/zigbee-herdsman-converters/dist/devices/index.js'))

const definitions = devices.default.flatMap((one) => {
  try {
    return [prepareDefinition(one)]
  } catch {
    return []
  }
})
const meters = definitions.filter(
  ({ fromZigbee, exposes }) =>
    fromZigbee.some(({ cluster }) => cluster === 'seMetering') &&
    Array.isArray(exposes) &&
    exposes.some(({ property }) => property === 'energy'),
)

let message = 0
/** `attributes`: what the device has answered of its cluster so far. */
function energyOf(definition, attributes, currentSummDelivered) {
  message += 1
  const report = {
    type: 'attributeReport',
    data: { currentSummDelivered },
    endpoint: { ID: 1, getClusterAttributeValue: (_cluster, name) => attributes[name] },
    device: { ieeeAddr: `0x${message}` },
    meta: { zclTransactionSequenceNumber: message },
  }
  const told = {}
  for (const { cluster, convert } of definition.fromZigbee)
    if (cluster === 'seMetering')
      Object.assign(told, convert(definition, report, () => {}, {}, { state: {}, device: {} }))
  return told.energy
}

const answered = { multiplier: 1, divisor: 1000 }
const same = meters.filter(
  (one) => energyOf(one, {}, 12345678) === 12345678 && energyOf(one, answered, 12345678) === 12345.678,
)
console.log(`${same.length} of ${meters.length} models publish the raw number first`)
const plug = meters.find(({ model }) => model === 'SP 120')
console.log(`${plug.model}, not answered: ${energyOf(plug, {}, 12345678)}`)
console.log(`${plug.model}, answered: ${energyOf(plug, answered, 12345678)}`)
console.log(`${plug.model}, 0xFFFFFFFFFFFF: ${energyOf(plug, answered, 0xffffffffffff)}`)
JS
node try.cjs | tee found
cat >expected <<'TXT'
248 of 256 models publish the raw number first
SP 120, not answered: 12345678
SP 120, answered: 12345.678
SP 120, 0xFFFFFFFFFFFF: 281474976710.655
TXT
diff expected found && echo 'The behaviour is as described.'

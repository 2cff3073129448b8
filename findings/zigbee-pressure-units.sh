#!/bin/sh
# zigbee-herdsman-converters 26.112.0 of npm, the converters of Zigbee2MQTT: one standard report of the
# cluster msPressureMeasurement (measuredValue 1013, in hPa by the Zigbee Cluster Library) becomes
# `pressure: 101.3` for some models and `pressure: 1013` for others. Zigbee2MQTT publishes the number
# without its unit, which stands in `exposes` alone. A reader of the messages that takes hPa for granted
# sees 101.3 hPa, which no air has.
# Likewise `voc` is in ppb, ppm or µg/m³, and `voltage` in V or mV, by model.
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

const definitions = devices.default.map((one) => {
  try {
    return prepareDefinition(one)
  } catch {
    return null
  }
})
const exposesOf = (one) => (Array.isArray(one?.exposes) ? one.exposes : [])
const unitsOf = (name) => [
  ...new Set(
    definitions.flatMap((one) =>
      exposesOf(one).flatMap(({ property, unit }) => (property === name && unit ? [unit] : [])),
    ),
  ),
]
const told = (model) => {
  const one = definitions.find((definition) => definition?.model === model)
  const message = {
    type: 'attributeReport',
    data: { measuredValue: 1013 },
    endpoint: { ID: 1 },
    device: {},
    meta: {},
  }
  const read = one.fromZigbee
    .filter(({ cluster }) => cluster === 'msPressureMeasurement')
    .map((converter) => converter.convert(one, message, () => {}, {}, { state: {}, device: {} }))
    .find((result) => result?.pressure !== undefined)
  const { unit } = exposesOf(one).find(({ property }) => property === 'pressure')
  return `${JSON.stringify(read)}, exposed in ${unit}`
}
for (const model of ['EFEKTA_THP', 'RS-THP-MP-1.0']) console.log(`${model}: ${told(model)}`)
for (const name of ['pressure', 'voc', 'voltage'])
  console.log(`units of ${name}: ${unitsOf(name).sort().join(', ')}`)
process.exit(0)
JS
node try.cjs | tee found
cat >expected <<'TXT'
EFEKTA_THP: {"pressure":101.3}, exposed in kPa
RS-THP-MP-1.0: {"pressure":1013}, exposed in hPa
units of pressure: hPa, kPa
units of voc: ppb, ppm, µg/m³
units of voltage: V, mV
TXT
diff expected found && echo 'The behaviour is as described.'

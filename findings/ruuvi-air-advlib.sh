#!/bin/sh
# Ruuvi's own test vectors in advlib-ble-manufacturers 1.14.0 of npm:
#   Ruuvi Air (format 6) with temperature "not available" (0x8000) gives -163.84 °C, although the code
#   looks for 0x8000: it compares it with a signed number. 40,000 ppm of CO2, the maximum of the
#   format, gives -25,536 ppm, because the two bytes are read signed.
#   RuuviTag (format 5) with all values "not available" gives -163.84 °C, 163.8375 % and 1155.35 hPa.
# Source: docs.ruuvi.com, data formats 5 and 6, test vectors (github.com/ruuvi/docs, 150ebb44), and the
# output of this script.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund advlib-ble-manufacturers@1.14.0 >/dev/null
cat >try.cjs <<'JS'
const { process: read } = require('advlib-ble-manufacturers/lib/ruuvi.js')

const told = ({ temperature, relativeHumidity, pressure, carbonDioxideConcentration }) =>
  JSON.stringify({ temperature, relativeHumidity, pressure, carbonDioxideConcentration })
// The vectors; the reserved byte is FF.
const cases = [
  ['format 6, maximum', '067fff9c40fffe27109c40fafafeffff074c8f4f'],
  ['format 6, invalid', '068000ffffffffffffffffffffffffffffffffff'],
  ['format 5, invalid', '058000ffffffff800080008000ffffffffffffffffffffff'],
]
for (const [what, hex] of cases) console.log(`${what}: ${told(read(Buffer.from(hex, 'hex')))}`)
JS
node try.cjs | tee found
cat >expected <<'TXT'
format 6, maximum: {"temperature":163.835,"relativeHumidity":100,"pressure":115534,"carbonDioxideConcentration":-25536}
format 6, invalid: {"temperature":-163.84}
format 5, invalid: {"temperature":-163.84,"relativeHumidity":163.8375,"pressure":115535}
TXT
diff expected found && echo 'The behaviour is as described.'

#!/bin/sh
# Two GS1 parsers of npm against the GS1 Barcode Syntax Dictionary (release 2026-01-27):
#   bark-js 1.2.1 reads the test-by time (7011)2612311231 as two other elements, 7010 = 26 and 12 =
#   2031-12-31, without an error; it dates (11)760101 in 1976, where in 2026 the rule of the GS1
#   General Specifications 7.12 says 2076.
#   gs1-barcode-parser-mod 1.2.1 dates it 2076, but refuses a whole label that holds (8014), the
#   registration identifier of individualised medical devices (MUDI), so the serial number after it
#   is lost.
# Source: the dictionary (github.com/gs1/gs1-syntax-dictionary), and the output of this script.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund bark-js@1.2.1 gs1-barcode-parser-mod@1.2.1 >/dev/null
cat >try.cjs <<'JS'
const bark = require('bark-js')
const { parseBarcode } = require('gs1-barcode-parser-mod')

const gtin = '0109506000134352'
const separator = '\u001d'
const ofBark = (text) => bark(text).elements.map(({ ai, value }) => `${ai}=${value}`).join(' ')
const ofMod = (text) => {
  try {
    return parseBarcode(text)
      .parsedCodeItems.map(({ ai, isoDate, data }) => `${ai}=${isoDate || data}`)
      .join(' ')
  } catch (error) {
    return `refused: ${error.message ?? error}`
  }
}
const testBy = `${gtin}70112612311231${separator}21S1`
const produced = `${gtin}11760101`
const device = `${gtin}8014MUDI1${separator}21S1`
const seen = [ofBark(testBy), ofBark(produced), ofMod(testBy), ofMod(produced), ofMod(device)]
const expected = [
  '01=09506000134352 7010=26 12=2031-12-31 21=S1',
  '01=09506000134352 11=1976-01-01',
  '01=09506000134352 7011=2612311231 21=S1',
  '01=09506000134352 11=2076-01-01',
  "refused: invalid AI after '801'",
]
for (const line of seen) console.log(line)
process.exit(JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1)
JS
node try.cjs

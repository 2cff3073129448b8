#!/bin/sh
# zpl-renderer-js 3.4.0 (zebrash, an interpreter of ZPL II) fills the rest of a row of a graphic field
# with the hexadecimal digit 1 where the data has `!`: of 8 dots, the 4th and the 8th are black. The
# ZPL II Programming Guide says that `!` fills "with ones (1)" up to the end of the line, as `,` does
# with zeros; programs that write ZPL use it for rows of FF, which then print as thin stripes.
# Written out as digits, the same row is black.
# Source: ZPL II Programming Guide, "Alternative Data Compression Scheme"; the output of this script.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund zpl-renderer-js@3.4.0 pngjs@7.0.0 >/dev/null
cat >try.cjs <<'JS'
const { PNG } = require('pngjs')
const { ready } = require('zpl-renderer-js')

/** The first 8 dots: 1 is black. */
async function row(data) {
  const { api } = await ready
  const png = await api.zplToBase64Async(`^XA^FO0,0^GFA,1,1,1,${data}^FS^XZ`, 1, 1, 8)
  const { data: pixels } = PNG.sync.read(Buffer.from(png, 'base64'))
  return Array.from({ length: 8 }, (_none, at) => (pixels[at * 4] < 128 ? 1 : 0)).join('')
}

async function main() {
  const [filled, written] = [await row('!'), await row('FF')]
  console.log(`! prints ${filled}, FF prints ${written}`)
  process.exit(filled === '00010001' && written === '11111111' ? 0 : 1)
}
void main()
JS
node try.cjs

#!/bin/sh
# zxing-wasm 3.1.3: the format `Code39` also tries Code 32,
# PZN and Full ASCII, and reports plain Code 39 labels as other text. `100001` comes back as an Italian
# pharmacode, `AHU/B2` with a quotation mark. `Code39Std` reads what is printed below the bars.
# Source: the output of this script; labels are drawn by the library's own writer as standard Code 39.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund zxing-wasm@3.1.3 >/dev/null
cat >try.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule as prepareReader, readBarcodes } from 'zxing-wasm/reader'
import { prepareZXingModule as prepareWriter, writeBarcode } from 'zxing-wasm/writer'

globalThis.ImageData ??= class {
  constructor(data, width, height) {
    Object.assign(this, { data, width, height })
  }
}
const require = createRequire(import.meta.url)
const program = (file) => ({
  overrides: { wasmBinary: new Uint8Array(readFileSync(require.resolve(file))).buffer },
})
prepareReader(program('zxing-wasm/reader/zxing_reader.wasm'))
prepareWriter(program('zxing-wasm/writer/zxing_writer.wasm'))

const SCALE = 2
const QUIET = 24
async function draw(text) {
  const { symbol } = await writeBarcode(text, { format: 'Code39Std' })
  const width = symbol.width * SCALE + 2 * QUIET
  const height = symbol.height * SCALE + 2 * QUIET
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < symbol.height * SCALE; y += 1)
    for (let x = 0; x < symbol.width * SCALE; x += 1) {
      const value = symbol.data[Math.floor(y / SCALE) * symbol.width + Math.floor(x / SCALE)]
      const at = ((y + QUIET) * width + x + QUIET) * 4
      pixels.fill(value, at, at + 3)
    }
  return new ImageData(pixels, width, height)
}
const read = async (text, format) =>
  (await readBarcodes(await draw(text), { formats: [format] }))[0]?.text ?? null

const expected = { '100001': 'A033554433', 'AHU/B2': 'AHU"2' }
let isAsDescribed = true
for (const [text, other] of Object.entries(expected)) {
  const [plain, standard] = [await read(text, 'Code39'), await read(text, 'Code39Std')]
  console.log(`printed ${text}: Code39 reads ${plain}, Code39Std reads ${standard}`)
  if (plain !== other || standard !== text) isAsDescribed = false
}
process.exit(isAsDescribed ? 0 : 1)
JS
node try.mjs

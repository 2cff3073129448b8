#!/bin/sh
# @bwip-js/node 4.11.4 draws Code 128 of text outside ASCII without an error, as the bytes of UTF-8.
# Code 128 means Latin-1 there (FNC4, ISO/IEC 15417) and has no way to say UTF-8, so readers give
# other text: zxing-wasm 3.1.3 reads `Müller 7` as `MÃ¼ller 7`. QR and DataMatrix of the same text are
# read right, because the encoder marks them with an ECI.
# Source: the output of this script.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @bwip-js/node@4.11.4 zxing-wasm@3.1.3 >/dev/null
cat >try.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import bwip from '@bwip-js/node'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } })

async function read(bcid, text) {
  const png = await bwip.toBuffer({
    bcid,
    text,
    scale: 3,
    paddingwidth: 12,
    paddingheight: 12,
    backgroundcolor: 'FFFFFF',
    ...(bcid === 'code128' ? { height: 12 } : {}),
  })
  const [code] = await readBarcodes(new Blob([png]), { textMode: 'Plain' })
  return code?.text ?? null
}

let isAsDescribed = true
for (const text of ['Müller 7', 'Čerpadlo 7']) {
  const bytes = Buffer.from(text, 'utf8').toString('latin1')
  for (const [bcid, expected] of Object.entries({ code128: bytes, qrcode: text, datamatrix: text })) {
    const found = await read(bcid, text)
    console.log(`${bcid} of ${text} is read as ${JSON.stringify(found)}`)
    if (found !== expected) isAsDescribed = false
  }
}
process.exit(isAsDescribed ? 0 : 1)
JS
node try.mjs

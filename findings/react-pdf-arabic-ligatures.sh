#!/bin/sh
# @react-pdf/renderer 4.9.0 and pdfjs-dist 5.4.296: text of an Arabic PDF is not what was written where
# the font has a ligature. The ligature's letters are stored in the order of reading, while the glyphs
# around it stand in the order of drawing; the reader turns both around. So November is found as
# `نوفمرب`, and a search in the file for the word that is seen finds nothing. A word without ligatures
# comes back as written. Font: IBM Plex Sans Arabic (@fontsource/ibm-plex-sans-arabic 5.3.0).
# Source: the output of this script; glyphs map to texts by ISO 32000-2, 9.10.3.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @react-pdf/renderer@4.9.0 react@19.2.0 pdfjs-dist@5.4.296 \
  @fontsource/ibm-plex-sans-arabic@5.3.0 >/dev/null
cat >try.mjs <<'JS'
import { createRequire } from 'node:module'
import { Document, Font, Page, Text, renderToBuffer } from '@react-pdf/renderer'
import { createElement } from 'react'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const file = '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff'
Font.register({ family: 'arabic', src: createRequire(import.meta.url).resolve(file) })
async function written(word) {
  const text = createElement(Text, { style: { fontFamily: 'arabic', direction: 'rtl' } }, word)
  const bytes = await renderToBuffer(
    createElement(Document, null, createElement(Page, { size: 'A4' }, text)),
  )
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return items.map(({ str }) => str).join('')
}

const expected = { نوفمبر: 'نوفمرب', سجل: 'سجل' }
let isAsDescribed = true
for (const [word, read] of Object.entries(expected)) {
  const found = await written(word)
  console.log(`written ${word}, read ${found}`)
  if (found !== read) isAsDescribed = false
}
process.exit(isAsDescribed ? 0 : 1)
JS
node try.mjs

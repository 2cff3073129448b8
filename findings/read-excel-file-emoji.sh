#!/bin/sh
# read-excel-file 9.3.17 corrupts every character beyond U+FFFF that a workbook writes as a numeric
# character reference: an emoji becomes one private-use character. openpyxl 3.0.9 writes every
# emoji so, and the call reports no error. The reader decodes references with String.fromCharCode.
# Behaviour expected by XML 1.0 (4.1): &#128512; is U+1F600.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund read-excel-file@9.3.17 fflate@0.8.3 >/dev/null
cat >try.mjs <<'JS'
import { strToU8, zipSync } from 'fflate'
import readExcelFile from 'read-excel-file/node'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const pack = 'http://schemas.openxmlformats.org/package/2006'
const workbook = (text) =>
  Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(
        `<Types xmlns="${pack}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
      ),
      '_rels/.rels': strToU8(
        `<Relationships xmlns="${pack}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="${pack}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`,
      ),
    }),
  )
const read = async (text) => (await readExcelFile(workbook(text)))[0].data[0][0]
const points = (text) => [...text].map((one) => `U+${one.codePointAt(0).toString(16).toUpperCase()}`).join(' ')

const literal = points(await read('\u{1F600}'))
const reference = points(await read('&#128512;'))
console.log(`written as UTF-8:      ${literal}`)
console.log(`written as &#128512;:  ${reference}`)
process.exit(literal === 'U+1F600' && reference === 'U+F600' ? 0 : 1)
JS
node try.mjs

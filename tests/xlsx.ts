import { deflateRawSync } from 'node:zlib'

/** A number with a style: 0 is plain, 1 a day, 2 and more are the workbook's `formats`. */
type Cell = string | number | boolean | Date | null | { value: number; style: number }

/** Entries compressed as by Excel. `declared`: size that the archive claims. */
export function zipOf(
  entries: readonly { name: string; text: string | Buffer; declared?: number }[],
): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, text, declared } of entries) {
    const bytes = Buffer.from(text)
    const packed = deflateRawSync(bytes)
    const letters = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(declared ?? bytes.length, 18)
    facts.writeUInt16LE(letters.length, 22)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    facts.copy(entry, 6)
    entry.writeUInt32LE(at, 42)
    directory.push(entry, letters)
    parts.push(Buffer.from('PK\u0003\u0004'), facts, letters, packed)
    at += 30 + letters.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, list, end])
}

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letters(Math.floor(column / 26) - 1) + letters(column % 26)

function cellOf(value: Cell, row: number, column: number): string {
  const r = `r="${letters(column)}${row + 1}"`
  if (value === null) return `<c ${r}/>`
  if (value instanceof Date)
    return `<c ${r} s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`
  if (typeof value === 'object') return `<c ${r} s="${value.style}"><v>${value.value}</v></c>`
  if (typeof value === 'number') return `<c ${r}><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c ${r} t="b"><v>${Number(value)}</v></c>`
  return `<c ${r} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
}

export const sheetXml = (rows: readonly (readonly Cell[])[]): string =>
  `<worksheet xmlns="${NAMESPACE}"><sheetData>${rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, column) => cellOf(cell, row, column)).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`

interface Looks {
  hidden?: readonly string[]
  /** Number formats, from style 2 on. */
  formats?: readonly string[]
  /** Id of the first of `formats`; Excel counts from 164, SheetJS from 60. */
  firstFormat?: number
  /** Counts days from 1904, as Excel once did on a Mac. A text is written unchanged. */
  isOf1904?: boolean | string
  charts?: readonly string[]
}

/** Sheets by name, each as rows or XML. Cells of type `s` refer to `shared`. */
export function xlsxOf(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[] | string>>,
  shared: readonly string[] = [],
  { hidden = [], formats = [], firstFormat = 164, isOf1904 = false, charts = [] }: Looks = {},
): Buffer {
  const date1904 = typeof isOf1904 === 'string' ? isOf1904 : isOf1904 ? '1' : null
  const names = Object.keys(sheets)
  return zipOf([
    {
      name: '[Content_Types].xml',
      text: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    {
      name: 'xl/workbook.xml',
      text: `<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><workbookPr${date1904 === null ? '' : ` date1904="${date1904}"`}/><sheets>${charts
        .map(
          (name, index) =>
            `<sheet name="${escaped(name)}" sheetId="${names.length + index + 1}" r:id="rIdChart${index + 1}"/>`,
        )
        .join('')}${names
        .map(
          (name, index) =>
            `<sheet name="${escaped(name)}" sheetId="${index + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
        .map(
          (_, index) =>
            `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
        )
        .join('')}${charts
        .map(
          (_, index) =>
            `<Relationship Id="rIdChart${index + 1}" Type="${RELATIONS}/chartsheet" Target="chartsheets/sheet${index + 1}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="rIdShared" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      text: `<sst xmlns="${NAMESPACE}">${shared
        .map((text) => `<si><t>${escaped(text)}</t></si>`)
        .join('')}</sst>`,
    },
    {
      name: 'xl/styles.xml',
      text: `<styleSheet xmlns="${NAMESPACE}"><numFmts>${formats
        .map(
          (format, index) =>
            `<numFmt numFmtId="${firstFormat + index}" formatCode="${escaped(format)}"/>`,
        )
        .join(
          '',
        )}</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/>${formats
        .map((_, index) => `<xf numFmtId="${firstFormat + index}" applyNumberFormat="1"/>`)
        .join('')}</cellXfs></styleSheet>`,
    },
    ...charts.map((_, index) => ({
      name: `xl/chartsheets/sheet${index + 1}.xml`,
      text: `<chartsheet xmlns="${NAMESPACE}"/>`,
    })),
    ...names.map((name, index) => {
      const rows = sheets[name] ?? []
      return {
        name: `xl/worksheets/sheet${index + 1}.xml`,
        text: typeof rows === 'string' ? rows : sheetXml(rows),
      }
    }),
  ])
}

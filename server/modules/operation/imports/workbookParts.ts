/**
 * Reads parts of a workbook: visible sheets and date system. Rewrites what read-excel-file would
 * misread (decision 54).
 */
import { crc32 } from 'node:zlib'
import type { Unpacked } from './zipFile.ts'

/** Attributes: `>` is allowed inside quoted values, `<` is not. */
const ATTRIBUTES = String.raw`\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*`
export const tagsOf = (name: string) => new RegExp(String.raw`<(?:\w+:)?${name}${ATTRIBUTES}>`, 'g')

export const xmlAttributeIn = (tag: string, name: string): string | undefined =>
  new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined)

export function tagsIn(parts: readonly Unpacked[], part: string, name: string): string[] {
  const text = parts.find((one) => one.name === part)?.bytes.toString('utf8') ?? ''
  return [...text.matchAll(tagsOf(name))].map(([tag]) => tag)
}

export const shownSheets = (parts: readonly Unpacked[]): boolean[] =>
  tagsIn(parts, 'xl/workbook.xml', 'sheet').map(
    (tag) => !/^(very)?hidden$/i.test(xmlAttributeIn(tag, 'state') ?? ''),
  )

export function hasOnlyCharts(parts: readonly Unpacked[]): boolean {
  const types = tagsIn(parts, 'xl/_rels/workbook.xml.rels', 'Relationship').map(
    (tag) => xmlAttributeIn(tag, 'Type') ?? '',
  )
  return (
    types.some((type) => type.endsWith('/chartsheet')) &&
    !types.some((type) => type.endsWith('/worksheet'))
  )
}

/** XML Schema allows 1 and true; LibreOffice and SheetJS write true. */
const isOn = (value: string | undefined) => /^(?:1|true|on)$/i.test(value ?? '')
const countsFrom1904 = (tag: string) => isOn(xmlAttributeIn(tag, 'date1904'))

export const isOf1904 = (parts: readonly Unpacked[]): boolean =>
  tagsIn(parts, 'xl/workbook.xml', 'workbookPr').some(countsFrom1904)

/** The workbook's day zero, to which the reader adds times without a date. */
export const dayZeroOf = (isFrom1904: boolean): number =>
  isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)

/** The part with new content. `text` holds one character per byte (latin1). */
export function withText(part: Unpacked, text: string): Unpacked {
  const bytes = Buffer.from(text, 'latin1')
  return { name: part.name, crc: crc32(bytes), bytes }
}

/** Writes date1904 as 1, because the reader does not understand true. */
export const withDateSystem = (part: Unpacked): Unpacked =>
  part.name === 'xl/workbook.xml'
    ? withText(
        part,
        part.bytes
          .toString('latin1')
          .replaceAll(tagsOf('workbookPr'), (tag) =>
            tag.replace(
              /(\sdate1904\s*=\s*)(?:"[^"]*"|'[^']*')/,
              `$1"${countsFrom1904(tag) ? 1 : 0}"`,
            ),
          ),
      )
    : part

/** Highest character in one UTF-16 unit. The reader loses references beyond it. */
const BASIC_PLANE = 0xffff
const LAST_CHARACTER = 0x10ffff

/** Replaces references such as &#128512; with UTF-8. openpyxl writes every emoji as a reference. */
export function withCharacters(part: Unpacked): Unpacked {
  const before = part.bytes.toString('latin1')
  const after = before.replaceAll(
    /&#(?:[xX]([0-9a-fA-F]{5,8})|(\d{5,8}));/g,
    (whole: string, hex: string | undefined, digits: string | undefined) => {
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
      return code > BASIC_PLANE && code <= LAST_CHARACTER
        ? Buffer.from(String.fromCodePoint(code)).toString('latin1')
        : whole
    },
  )
  return after === before ? part : withText(part, after)
}

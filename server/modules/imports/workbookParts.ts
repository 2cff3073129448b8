/** What a workbook says of itself that the reader of its cells keeps to itself. */
import type { Unpacked } from './zipFile.ts'

/** In a tag, also a `>` in quotes; a `<` stands nowhere in one. */
const ATTRIBUTES = String.raw`\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*`
const tagsOf = (name: string) => new RegExp(String.raw`<(?:\w+:)?${name}${ATTRIBUTES}>`, 'g')

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined)

function tagsIn(parts: readonly Unpacked[], part: string, name: string): string[] {
  const text = parts.find((one) => one.name === part)?.bytes.toString('utf8') ?? ''
  return [...text.matchAll(tagsOf(name))].map(([tag]) => tag)
}

/** Of each sheet, in the order of the workbook, whether Excel shows it. */
export const shownSheets = (parts: readonly Unpacked[]): boolean[] =>
  tagsIn(parts, 'xl/workbook.xml', 'sheet').map(
    (tag) => !/^(very)?hidden$/i.test(attribute(tag, 'state') ?? ''),
  )

/** The day that a time without one stands on, which the reader counts as it does any other. */
export const dayZeroOf = (parts: readonly Unpacked[]): number =>
  tagsIn(parts, 'xl/workbook.xml', 'workbookPr').some((tag) => attribute(tag, 'date1904') === '1')
    ? Date.UTC(1904, 0, 1)
    : Date.UTC(1899, 11, 30)

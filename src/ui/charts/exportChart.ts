import { BYTE_ORDER_MARK, csvLine } from '#contract/rules/csv.ts'
import { truncate } from '#contract/rules/truncate.ts'
import { download } from '#lib/download.ts'

export type Cell = string | number | null

export const asCsv = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [columns, ...rows].map((row) => csvLine(row)).join('')

export const fileName = (title: string, end: string): string =>
  `${
    truncate(title.replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, ' ').trim(), 80) || 'plantroom'
  }.${end}`

/** Direction marks that isolate names on screen. Files do not need them. */
const ISOLATES = /[\u2066-\u2069]/g

export const csvFile = (columns: readonly string[], rows: readonly (readonly Cell[])[]): Blob =>
  new Blob(
    [
      BYTE_ORDER_MARK,
      asCsv(
        columns.map((name) => name.replace(ISOLATES, '')),
        rows,
      ),
    ],
    { type: 'text/csv;charset=utf-8' },
  )

export interface LegendEntry {
  name: string
  colour: string
  /** An SVG dash array of a line; undefined means solid. Omit for a dot. */
  dash?: string | undefined
}
/** Text around the exported image, which is read without the page. */
export interface Caption {
  title: string
  note?: string | undefined
  legend?: readonly LegendEntry[] | undefined
}

const [EDGE, LINE, DOT, STROKE] = [12, 20, 18, 28]
const markOf = (entry: LegendEntry) => ('dash' in entry ? STROKE + 6 : DOT)

/**
 * Draws the chart's SVG at double size with its colours and fonts, the title above, the legend
 * below.
 */
export async function savePng(
  { title, note, legend = [] }: Caption,
  svg: SVGSVGElement,
): Promise<void> {
  const { width, height } = svg.getBoundingClientRect()
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(toStandaloneSvg(svg, width, height)))}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (pen === null) return
  const style = getComputedStyle(document.documentElement)
  const letters = `13px ${getComputedStyle(document.body).fontFamily}`
  const paint = (colour: string) =>
    style.getPropertyValue(/^var\((--[\w-]+)\)$/.exec(colour)?.[1] ?? '') || colour
  pen.font = letters
  const rows = legendRows(legend, (name) => pen.measureText(name).width, width - 2 * EDGE)
  const above = 40 + (note === undefined ? 0 : LINE)
  canvas.width = width * 2
  canvas.height = (above + height + (rows.length === 0 ? 0 : rows.length * LINE + EDGE)) * 2
  pen.scale(2, 2)
  pen.fillStyle = paint('var(--pr-surface)')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const isRtl = document.documentElement.dir === 'rtl'
  pen.direction = isRtl ? 'rtl' : 'ltr'
  const write = (text: string, from: number, y: number, colour: string) => {
    pen.fillStyle = paint(colour)
    pen.fillText(text, isRtl ? width - from : from, y, width - 2 * EDGE)
  }
  pen.font = `600 ${letters.replace('13px', '16px')}`
  write(title, EDGE, 26, 'var(--pr-text)')
  pen.font = letters
  if (note !== undefined) write(note, EDGE, 46, 'var(--pr-text-quiet)')
  pen.drawImage(picture, 0, above, width, height)
  for (const [row, entries] of rows.entries()) {
    const y = above + height + (row + 1) * LINE
    for (const entry of entries) {
      const { name, colour, dash, from } = entry
      const begin = isRtl ? width - EDGE - from : EDGE + from
      pen.beginPath()
      if ('dash' in entry) {
        pen.strokeStyle = paint(colour)
        pen.lineWidth = 2.5
        pen.setLineDash(dash?.split(' ').map(Number) ?? [])
        pen.moveTo(begin, y - 4)
        pen.lineTo(isRtl ? begin - STROKE : begin + STROKE, y - 4)
        pen.stroke()
      } else {
        pen.fillStyle = paint(colour)
        pen.arc(isRtl ? begin - 5 : begin + 5, y - 4, 5, 0, 2 * Math.PI)
        pen.fill()
      }
      write(name, EDGE + from + markOf(entry), y, 'var(--pr-text)')
    }
  }
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (blob !== null) download(fileName(title, 'png'), blob)
}

/** Arranges names in rows, as many per row as fit. Each has its offset. */
export function legendRows(
  legend: readonly LegendEntry[],
  widthOf: (name: string) => number,
  width: number,
): (LegendEntry & { from: number })[][] {
  const rows: (LegendEntry & { from: number })[][] = []
  let end = Infinity
  for (const entry of legend) {
    const needed = markOf(entry) + widthOf(entry.name)
    if (end + needed > width) {
      rows.push([])
      end = 0
    }
    rows.at(-1)?.push({ ...entry, from: end })
    end += needed + LINE
  }
  return rows
}

/** Single properties only: SVG has no `font` attribute, and text without a size grows too large. */
const painted = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-family',
  'font-weight',
  'opacity',
  'text-anchor',
  'dominant-baseline',
  'visibility',
] as const

/** A standalone image has no style sheet, so colours and fonts are written into it. */
export function toStandaloneSvg(svg: SVGSVGElement, width: number, height: number): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement
  dress(svg, copy)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return copy
}

function dress(from: Element, to: Element): void {
  const style = getComputedStyle(from)
  for (const name of painted) {
    const value = style.getPropertyValue(name)
    if (value !== '') to.setAttribute(name, value)
  }
  for (const [index, child] of [...from.children].entries()) {
    const twin = to.children[index]
    if (twin !== undefined) dress(child, twin)
  }
}

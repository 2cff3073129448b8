/** A chart or a table as a file: CSV for other programs, PNG for a slide. */
import { download } from '../../lib/download.ts'

export type Cell = string | number | null

/** A cell that begins like a formula would run in a spreadsheet; a quote before it makes it text. */
function written(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const asCsv = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string => [columns, ...rows].map((row) => row.map(written).join(',')).join('\r\n')

const fileName = (title: string, end: string): string => `${title.replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, ' ').trim().slice(0, 80) || 'plantroom'}.${end}`

export function saveCsv(title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): void {
  // Spreadsheets take a file for UTF-8 only when it begins with its mark.
  download(fileName(title, 'csv'), new Blob([`\ufeff${asCsv(columns, rows)}\r\n`], { type: 'text/csv;charset=utf-8' }))
}

/** Draws the chart's own SVG, with the colours it has on screen, twice as large. */
export async function savePng(title: string, svg: SVGSVGElement): Promise<void> {
  const { width, height } = svg.getBoundingClientRect()
  const copy = svg.cloneNode(true) as SVGSVGElement // a clone of an SVG is one
  dressed(svg, copy)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * 2
  canvas.height = (height + 40) * 2
  const pen = canvas.getContext('2d')
  if (pen === null) return
  const style = getComputedStyle(document.documentElement)
  pen.scale(2, 2)
  pen.fillStyle = style.getPropertyValue('--pr-surface')
  pen.fillRect(0, 0, width, height + 40)
  pen.fillStyle = style.getPropertyValue('--pr-text')
  pen.font = '600 16px sans-serif'
  pen.direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
  pen.fillText(title, pen.direction === 'rtl' ? width - 12 : 12, 26, width - 24)
  pen.drawImage(picture, 0, 40, width, height)
  const blob = await new Promise<Blob | null>((resolve) => { canvas.toBlob(resolve, 'image/png') })
  if (blob !== null) download(fileName(title, 'png'), blob)
}

const painted = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font', 'opacity', 'text-anchor'] as const

/** A picture on its own knows no style sheet: what it paints with is written into it. */
function dressed(from: Element, to: Element): void {
  const style = getComputedStyle(from)
  for (const name of painted) to.setAttribute(name, style.getPropertyValue(name))
  for (const [index, child] of [...from.children].entries()) {
    const twin = to.children[index]
    if (twin !== undefined) dressed(child, twin)
  }
}

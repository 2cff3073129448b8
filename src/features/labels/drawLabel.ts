import { labelSheets, type LabelSize } from '#contract/rules/labels.ts'
import type { Modules } from '#entities/labels/modules.ts'
import { CODE_128_QUIET, type CodedLabel } from './labelCode.ts'
import { wrapText } from './wrapText.ts'
import { bytesInRow, type Picture } from './zpl.ts'

/** Millimetres between code and text, and between two texts. */
const GAP = 2
const TEXT_GAP = 0.6
const LINE_HEIGHT = 1.2
export const BARS_PART = 0.4

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Position of the code. Modules have whole dots, so that no edge is blurred. `dots`: dots per
 * millimetre.
 */
export function codeBox(
  { columns, rows }: Modules,
  size: LabelSize,
  { dots, isRtl }: { dots: number; isRtl: boolean },
): Box & { module: number } {
  const { label, padding } = labelSheets[size]
  const inner = Math.round((label.width - 2 * padding) * dots)
  const height = Math.round((label.height - 2 * padding) * dots)
  const edge = Math.round(padding * dots)
  if (rows === 1) {
    const module = Math.max(1, Math.floor(inner / (columns + 2 * CODE_128_QUIET)))
    const width = columns * module
    const left = Math.round((label.width * dots - width) / 2)
    return { left, top: edge, width, height: Math.round(height * BARS_PART), module }
  }
  const module = Math.max(1, Math.floor(Math.min(inner, height) / columns))
  const width = columns * module
  const left = isRtl ? Math.round(label.width * dots) - edge - width : edge
  return { left, top: edge + Math.floor((height - width) / 2), width, height: width, module }
}

interface Way {
  size: LabelSize
  dots: number
  isRtl: boolean
  fontFamily: string
}

/** Throws if the browser has no canvas. */
export function drawLabel(label: CodedLabel, way: Way): Picture {
  const { label: area } = labelSheets[way.size]
  const width = Math.round(area.width * way.dots)
  const height = Math.round(area.height * way.dots)
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#000'
  const box = codeBox(label.modules, way.size, way)
  drawModules(context, label.modules, box)
  drawText(context, label, way, box)
  return pictureOf(context.getImageData(0, 0, width, height))
}

function drawModules(
  context: OffscreenCanvasRenderingContext2D,
  { columns, rows, isDark }: Modules,
  { left, top, height, module }: Box & { module: number },
): void {
  const tall = rows === 1 ? height : module
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1)
      if (isDark(x, y)) context.fillRect(left + x * module, top + y * module, module, tall)
}

function drawText(
  context: OffscreenCanvasRenderingContext2D,
  { name, number, place, modules }: CodedLabel,
  { size, dots, isRtl, fontFamily }: Way,
  box: Box,
): void {
  const { label, padding, text } = labelSheets[size]
  const isBars = modules.rows === 1
  const beside = isBars ? 0 : box.width / dots + GAP
  const width = (label.width - 2 * padding - beside) * dots
  const from = isBars ? box.top + box.height + TEXT_GAP * dots : padding * dots
  const room = (label.height - padding) * dots - from
  const start = isRtl ? (label.width - padding - beside) * dots : (padding + beside) * dots
  const parts = [
    { words: name, height: text.name, weight: 700, most: isBars ? 1 : text.nameLines },
    { words: number, height: text.other, weight: 600, most: 1 },
    { words: place, height: text.other, weight: 400, most: isBars ? 1 : text.placeLines },
  ]
  // below bars, the first text is the content of the bars
  const ordered = isBars ? [1, 0, 2].flatMap((at) => parts[at] ?? []) : parts
  const lines = ordered.flatMap(({ words, height, weight, most }) => {
    const font = `${weight} ${height * dots}px ${fontFamily}`
    context.font = font
    const measure = (part: string) => context.measureText(part).width
    return wrapText(words ?? '', { width, most, measure }).map((line, index, all) => ({
      line,
      font,
      tall: height * dots * LINE_HEIGHT + (index === all.length - 1 ? TEXT_GAP * dots : 0),
    }))
  })
  const shown: typeof lines = []
  let used = 0
  for (const one of lines) {
    if (used + one.tall > room + TEXT_GAP * dots) break
    used += one.tall
    shown.push(one)
  }
  let top = from + (isBars ? 0 : Math.max(0, (room - used) / 2))
  context.textBaseline = 'top'
  context.direction = isRtl ? 'rtl' : 'ltr'
  context.textAlign = 'start'
  for (const { line, font, tall } of shown) {
    context.font = font
    // The direction of the whole sheet; each text keeps its own order within.
    context.fillText(`\u2068${line}\u2069`, start, top, width)
    top += tall
  }
}

/** Pixels darker than half become black, because label printers have no grey. */
function pictureOf({ width, height, data }: ImageData): Picture {
  const row = bytesInRow(width)
  const bits = new Uint8Array(row * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((data[(y * width + x) * 4] ?? 255) < 128) {
        const at = y * row + (x >> 3)
        bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7))
      }
  return { width, height, bits }
}

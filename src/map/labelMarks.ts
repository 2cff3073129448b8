import type { GlyphPath } from '#ui/page/Glyph.tsx'
import type { Cluster } from './spreadMarkers.ts'
import { drawGlyph } from './glyphSheet.ts'
import type { OnScreen } from './projection.ts'
import type { MapColours } from './style.ts'

export const SIGN = 20
type Context = CanvasRenderingContext2D

/** Isolates the text's direction from the page's. */
const isolated = (text: string): string => `\u2068${text}\u2069`

export function drawText(
  context: Context,
  text: string,
  { x, y }: OnScreen,
  font: string,
  colour: string,
  halo: string,
): void {
  context.font = font
  context.lineJoin = 'round'
  context.lineWidth = 3.2
  context.globalAlpha = 0.85
  context.strokeStyle = halo
  context.strokeText(isolated(text), x, y)
  context.globalAlpha = 1
  context.fillStyle = colour
  context.fillText(isolated(text), x, y)
}

function drawPlate(
  context: Context,
  { x, y, wide, high }: OnScreen & { wide: number; high: number },
  { paper, houseEdge }: MapColours,
): void {
  context.save()
  context.shadowColor = 'rgb(0 0 0 / 22%)'
  context.shadowBlur = 7
  context.shadowOffsetY = 2
  context.fillStyle = paper
  context.beginPath()
  context.roundRect(x - wide / 2, y - high / 2, wide, high, high / 2)
  context.fill()
  context.restore()
  context.strokeStyle = houseEdge
  context.lineWidth = 1
  context.stroke()
}

export function drawBadge(
  context: Context,
  { text, colour }: { text: string; colour: string },
  { x, y }: OnScreen,
  font: string,
  { paper }: MapColours,
): void {
  context.font = font
  const wide = Math.max(18, context.measureText(text).width + 12)
  context.fillStyle = colour
  context.beginPath()
  context.roundRect(x - wide / 2, y - 9, wide, 18, 9)
  context.fill()
  context.fillStyle = paper
  context.fillText(text, x, y + 0.5)
}

const [PICTURE, HIGH, KINDS] = [15, 28, 3]
const hex = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`

export function drawCluster(
  context: Context,
  { glyphs, colours: statuses, ids }: Cluster,
  { x, y }: OnScreen,
  { glyphs: sheet, colours }: { glyphs: readonly GlyphPath[]; colours: MapColours },
  font: string,
): void {
  context.font = font
  const shown = glyphs.slice(0, glyphs.length > KINDS ? KINDS - 1 : KINDS)
  const rest = ids.length - shown.reduce((sum, [, count]) => sum + count, 0)
  const words = [
    ...shown.map(([glyph, count]) => ({ glyph, text: String(count) })),
    ...(rest > 0 ? [{ glyph: null, text: `+${rest}` }] : []),
  ].map((one) => ({
    ...one,
    wide: context.measureText(one.text).width + (one.glyph === null ? 0 : PICTURE + 3),
  }))
  const wide = words.reduce((sum, one) => sum + one.wide, 0) + (words.length - 1) * 8 + 20
  drawPlate(context, { x, y, wide, high: HIGH }, colours)
  let left = x - wide / 2 + 10
  context.textAlign = 'left'
  for (const { glyph, text, wide: own } of words) {
    const path = glyph === null ? undefined : sheet[glyph]
    if (path !== undefined)
      drawGlyph(context, path, {
        x: left + PICTURE / 2,
        y: y - 1,
        size: PICTURE,
        colour: colours.text,
      })
    context.fillStyle = colours.text
    context.fillText(text, left + (glyph === null ? 0 : PICTURE + 3), y - 0.5)
    left += own + 8
  }
  context.textAlign = 'center'
  const bar = wide - HIGH + 6
  let from = x - bar / 2
  for (const [colour, count] of statuses) {
    const part = (bar * count) / ids.length
    context.fillStyle = hex(colour)
    context.fillRect(from, y + HIGH / 2 - 6, part, 3)
    from += part
  }
}

export function drawTag(
  context: Context,
  text: string,
  { x, y }: OnScreen,
  { colour, colours, font }: { colour: string; colours: MapColours; font: string },
): void {
  context.font = font
  const wide = context.measureText(text).width + 22
  const top = y - 38
  drawPlate(context, { x, y: top, wide, high: 25 }, colours)
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(x - 5, top + 12)
  context.lineTo(x + 5, top + 12)
  context.lineTo(x, top + 17)
  context.fill()
  context.fillStyle = colours.text
  context.fillText(isolated(text), x, top + 0.5)
}

/** The glyphs on one canvas for the GPU: white, so that any colour can tint them. */
import { GLYPH_FIELD, GLYPH_STROKE, type GlyphPath } from '#ui/page/Glyph.tsx'

export const SHEET_COLUMNS = 8
export const SHEET_ROWS = 4
const CELL = 64
/** Share of a cell's side. The margin keeps neighbours from bleeding in at small sizes. */
const DRAWN = 0.84

export function drawGlyph(
  context: CanvasRenderingContext2D,
  { line, fill }: GlyphPath,
  { x, y, size, colour }: { x: number; y: number; size: number; colour: string },
): void {
  context.save()
  context.translate(x - size / 2, y - size / 2)
  context.scale(size / GLYPH_FIELD, size / GLYPH_FIELD)
  context.fillStyle = colour
  context.strokeStyle = colour
  context.lineWidth = GLYPH_STROKE
  context.lineCap = 'round'
  context.lineJoin = 'round'
  if (fill !== undefined) context.fill(new Path2D(fill))
  if (line !== undefined) context.stroke(new Path2D(line))
  context.restore()
}

export function sheetOf(glyphs: readonly GlyphPath[]): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = SHEET_COLUMNS * CELL
  canvas.height = SHEET_ROWS * CELL
  const context = canvas.getContext('2d')
  if (context !== null)
    for (const [index, glyph] of glyphs.entries())
      drawGlyph(context, glyph, {
        x: ((index % SHEET_COLUMNS) + 0.5) * CELL,
        y: (Math.floor(index / SHEET_COLUMNS) + 0.5) * CELL,
        size: CELL * DRAWN,
        colour: '#ffffff',
      })
  return canvas
}

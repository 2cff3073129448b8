/**
 * Ink at the screen's resolution. Signatures are dark on white in both themes, because they are
 * printed.
 */
export const inkColour = '#14202b'

interface Point {
  x: number
  y: number
}
export interface Ink {
  begin(point: Point): void
  draw(point: Point): void
  clear(): void
}

export function startInk(canvas: HTMLCanvasElement): Ink | null {
  const context = prepare(canvas)
  if (context === null) return null
  let last: Point | null = null
  return {
    begin(point) {
      last = point
    },
    draw(point) {
      if (last === null) return
      // Through the midpoint of the last two points, so that a quick stroke is curved.
      context.beginPath()
      context.moveTo(last.x, last.y)
      context.quadraticCurveTo(last.x, last.y, (last.x + point.x) / 2, (last.y + point.y) / 2)
      context.lineTo(point.x, point.y)
      context.stroke()
      last = point
    },
    clear() {
      whiten(canvas, context)
    },
  }
}

function prepare(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const scale = window.devicePixelRatio || 1
  const box = canvas.getBoundingClientRect()
  canvas.width = Math.max(1, Math.round(box.width * scale))
  canvas.height = Math.max(1, Math.round(box.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.scale(scale, scale)
  context.lineWidth = 2.4
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = inkColour
  whiten(canvas, context)
  return context
}

function whiten(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): void {
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
}

export const pictureOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))

/** Draws a typed name, for people who do not draw. */
export async function pictureOfName(name: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 200
  const context = canvas.getContext('2d')
  if (context === null) return null
  whiten(canvas, context)
  context.fillStyle = inkColour
  context.font = 'italic 56px "Snell Roundhand", "Segoe Script", "Brush Script MT", cursive'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(name, 320, 100, 600)
  return pictureOf(canvas)
}

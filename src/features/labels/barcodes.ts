/** DataMatrix and Code 128. Loaded when chosen, because the encoder is heavy. */
import { code128, datamatrix, type DrawingContext } from '@bwip-js/browser'
import type { Modules } from '#entities/labels/modules.ts'

export const dataMatrixModules = (text: string): Modules =>
  datamatrix({ bcid: 'datamatrix', text }, collectModules())

/** `text`: printable ASCII. */
export const code128Modules = (text: string): Modules =>
  code128({ bcid: 'code128', text }, collectModules())

type Point = [number, number]

function collectModules(): DrawingContext<Modules> {
  let columns = 0
  const bars = new Set<number>()
  const outlines: Point[][] = []
  return {
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init(width) {
      columns = width
    },
    line(x, _y0, _x1, _y1, width) {
      const from = Math.floor(x - width / 2)
      for (let column = from; column < from + width; column += 1) bars.add(column)
    },
    polygon: (outline) => void outlines.push(outline),
    hexagon: unused,
    ellipse: unused,
    text: unused,
    fill: () => undefined,
    end: () =>
      outlines.length === 0
        ? { columns, rows: 1, isDark: (column) => bars.has(column) }
        : { columns, rows: columns, isDark: insideOf(outlines) },
  }
}

function unused(): never {
  throw new Error('these codes have no such shapes')
}

/** Contours inside contours are holes, by the even-odd rule. */
const insideOf =
  (outlines: readonly Point[][]) =>
  (column: number, row: number): boolean => {
    const [x, y] = [column + 0.5, row + 0.5]
    let crossed = 0
    for (const outline of outlines)
      outline.forEach(([fromX, fromY], at) => {
        const [toX, toY] = outline[(at + 1) % outline.length] ?? [fromX, fromY]
        if (fromX === toX && fromX > x && fromY > y !== toY > y) crossed += 1
      })
    return crossed % 2 === 1
  }

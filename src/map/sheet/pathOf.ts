import type { Metres } from '#contract/venue/plane.ts'

/** An SVG path in metres, y down as on the screen. */
export const pathOf = (points: readonly Metres[], isClosed = true): string =>
  points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(3)} ${(-y).toFixed(3)}`)
    .join('') + (isClosed ? 'Z' : '')

export const pathOfRings = (rings: readonly (readonly Metres[])[]): string =>
  rings.map((ring) => pathOf(ring)).join('')

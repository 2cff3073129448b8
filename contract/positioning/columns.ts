/**
 * Live positions as columns of integers: 20,000 positions parse in a few milliseconds, without an
 * object each.
 */
import { colours, type Colour } from '#contract/colours.ts'
import { methods, type Method } from './fix.ts'

export interface Seen {
  equipmentId: number
  floorId: number
  roomId: number | null
  longitude: number
  latitude: number
  accuracy: number
  at: string
  method: Method
  colour: Colour | null
  isStatic: boolean
  /** Index of its icon in `equipmentGlyphs`. */
  glyph: number
}

/**
 * Relative to `from`: degrees in ten-millionths (a centimetre), accuracy in decimetres, age in
 * seconds. The same index in every list is the same equipment.
 */
export interface Columns {
  at: string
  count: number
  from: { longitude: number; latitude: number }
  equipmentIds: number[]
  floorIds: number[]
  /** 0 means no room. */
  roomIds: number[]
  x: number[]
  y: number[]
  accuracy: number[]
  age: number[]
  /** Colour, method and whether the equipment is stationary, encoded as one number. */
  appearance: number[]
  glyphs: number[]
}

const DEGREE = 10_000_000

export function columnsOf(at: string, count: number, rows: readonly Seen[]): Columns {
  const [first] = rows
  const from = { longitude: first?.longitude ?? 0, latitude: first?.latitude ?? 0 }
  const time = Date.parse(at)
  return {
    at,
    count,
    from,
    equipmentIds: rows.map(({ equipmentId }) => equipmentId),
    floorIds: rows.map(({ floorId }) => floorId),
    roomIds: rows.map(({ roomId }) => roomId ?? 0),
    x: rows.map(({ longitude }) => Math.round((longitude - from.longitude) * DEGREE)),
    y: rows.map(({ latitude }) => Math.round((latitude - from.latitude) * DEGREE)),
    accuracy: rows.map(({ accuracy }) => Math.round(accuracy * 10)),
    age: rows.map((row) => Math.round((time - Date.parse(row.at)) / 1000)),
    appearance: rows.map(appearanceFlags),
    glyphs: rows.map(({ glyph }) => glyph),
  }
}

export const appearanceFlags = ({
  colour,
  method,
  isStatic,
}: Pick<Seen, 'colour' | 'method' | 'isStatic'>): number =>
  (colour === null ? 0 : colours.indexOf(colour) + 1) * 8 +
  methods.indexOf(method) * 2 +
  (isStatic ? 1 : 0)

export const appearanceOf = (appearance: number): Pick<Seen, 'colour' | 'method' | 'isStatic'> => ({
  colour: colours[(appearance >> 3) - 1] ?? null,
  method: methods[(appearance >> 1) & 3] ?? 'nearest',
  isStatic: (appearance & 1) === 1,
})

export const LOOKS = (colours.length + 1) * 8

export const degreesOf = (counted: number, from: number): number => from + counted / DEGREE

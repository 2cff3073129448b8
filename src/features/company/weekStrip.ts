import type { Shift } from '#contract/company/company.ts'
import { isClockTime, minutesOf } from '#lib/clockTime.ts'
import { weekdays } from '#lib/week.ts'

export interface Piece {
  day: number
  from: number
  to: number
  index: number
  lane: number
}

const DAY = 24 * 60

/**
 * A shift that ends at or before its start continues on the next day. Incomplete shifts are
 * omitted.
 */
export function piecesOf(shifts: readonly (Omit<Shift, 'name'> & { name?: string })[]): Piece[] {
  const pieces = shifts
    .flatMap(({ days, from, to }, index) => {
      if (!isClockTime(from) || !isClockTime(to)) return []
      const [start, end] = [minutesOf(from), minutesOf(to)]
      return days.flatMap((day) =>
        start < end
          ? [{ day, from: start, to: end, index }]
          : [
              { day, from: start, to: DAY, index },
              { day: (day + 1) % 7, from: 0, to: end, index },
            ],
      )
    })
    .filter((piece) => piece.from < piece.to)
  return weekdays.flatMap((day) => inLanes(pieces.filter((piece) => piece.day === day)))
}

function inLanes(pieces: readonly Omit<Piece, 'lane'>[]): Piece[] {
  const ends: number[] = []
  return pieces
    .toSorted((one, other) => one.from - other.from || one.index - other.index)
    .map((piece) => {
      const free = ends.findIndex((end) => end <= piece.from)
      const lane = free === -1 ? ends.length : free
      ends[lane] = piece.to
      return { ...piece, lane }
    })
}

/** Derives stays from positions. Rooms passed through within seconds are left out. */
export interface Seen {
  at: string
  floorId: number
  roomId: number | null
}
export interface Stay {
  floorId: number
  roomId: number | null
  from: string
  to: string
  seconds: number
}

/**
 * Uninterrupted positions in one room, in milliseconds. A run lasts until the equipment is heard
 * elsewhere.
 */
export interface Run {
  floorId: number
  roomId: number | null
  from: number
  to: number
}

/** Milliseconds. A longer silence ends the stay, because the position is unknown. */
export const SILENCE = 30 * 60_000
/** Milliseconds. A shorter stay only counts as passing through. */
export const PASSING = 20_000

/**
 * `seen` must be in order of time. Reference for the server's SQL: its tests compare the two. The
 * latest stay ends when the tag was last heard.
 */
export function toStays(seen: readonly Seen[]): Stay[] {
  const runs: Run[] = []
  for (const { at, floorId, roomId } of seen) {
    const time = Date.parse(at)
    const last = runs.at(-1)
    const isHeardOn = last !== undefined && time - last.to <= SILENCE
    if (isHeardOn) last.to = time // a run lasts until the tag is heard elsewhere
    if (last === undefined || !isHeardOn || last.floorId !== floorId || last.roomId !== roomId)
      runs.push({ floorId, roomId, from: time, to: time })
  }
  return staysOfRuns(runs)
}

export function staysOfRuns(runs: readonly Run[]): Stay[] {
  return merged(runs).map(({ floorId, roomId, from, to }) => ({
    floorId,
    roomId,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    seconds: Math.round((to - from) / 1000),
  }))
}

function merged(runs: readonly Run[]): Run[] {
  const kept: Run[] = []
  for (const [index, run] of runs.entries()) {
    const isLast = index === runs.length - 1
    const last = kept.at(-1)
    if (
      last &&
      last.floorId === run.floorId &&
      last.roomId === run.roomId &&
      run.from - last.to <= SILENCE
    )
      last.to = run.to
    else if (isLast || run.to - run.from >= PASSING || last === undefined) kept.push({ ...run })
  }
  return kept
}

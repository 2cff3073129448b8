/**
 * From positions to stays: where something was, from when to when. Places one passes through for
 * seconds are one's way.
 */
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
 * Positions in one place without a break, in milliseconds: until it is heard elsewhere a thing is
 * where it was.
 */
export interface Run {
  floorId: number
  roomId: number | null
  from: number
  to: number
}

/** A silence this long is not a stay: nobody knows where it was. In milliseconds. */
export const SILENCE = 30 * 60_000
/** Places one leaves within these milliseconds are one’s way. */
export const PASSING = 20_000

/**
 * `seen` in order of time, position by position: what the server's database puts together is held
 * to this by its tests. The newest stay ends when it was last heard.
 */
export function staysOf(seen: readonly Seen[]): Stay[] {
  const runs: Run[] = []
  for (const { at, floorId, roomId } of seen) {
    const time = Date.parse(at)
    const last = runs.at(-1)
    const isHeardOn = last !== undefined && time - last.to <= SILENCE
    if (isHeardOn) last.to = time // until it is heard elsewhere it is where it was
    if (last === undefined || !isHeardOn || last.floorId !== floorId || last.roomId !== roomId)
      runs.push({ floorId, roomId, from: time, to: time })
  }
  return staysOfRuns(runs)
}

/** `runs` of one thing in order of time, wherever they were put together. */
export function staysOfRuns(runs: readonly Run[]): Stay[] {
  return merged(runs).map(({ floorId, roomId, from, to }) => ({
    floorId,
    roomId,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    seconds: Math.round((to - from) / 1000),
  }))
}

/** A flicker through a wall and back is no move. */
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

/** From positions to stays: where something was, from when to when. Places one passes through for seconds are one's way. */
export interface Seen { at: string; floorId: number; roomId: number | null }
export interface Stay { floorId: number; roomId: number | null; from: string; to: string; seconds: number }

/** A silence this long is not a stay: nobody knows where it was. */
const SILENCE = 30 * 60_000
const PASSING = 20_000

/** `seen` in order of time. The newest stay ends when it was last heard. */
export function staysOf(seen: readonly Seen[]): Stay[] {
  const runs: { floorId: number; roomId: number | null; from: number; to: number }[] = []
  for (const { at, floorId, roomId } of seen) {
    const time = Date.parse(at)
    const last = runs.at(-1)
    const isHeardOn = last !== undefined && time - last.to <= SILENCE
    if (isHeardOn) last.to = time // until it is heard elsewhere it is where it was
    if (last === undefined || !isHeardOn || last.floorId !== floorId || last.roomId !== roomId) runs.push({ floorId, roomId, from: time, to: time })
  }
  return merged(runs).map(({ floorId, roomId, from, to }) => ({ floorId, roomId, from: new Date(from).toISOString(), to: new Date(to).toISOString(), seconds: Math.round((to - from) / 1000) }))
}

/** A flicker through a wall and back is no move. */
function merged<R extends { floorId: number; roomId: number | null; from: number; to: number }>(runs: readonly R[]): R[] {
  const kept: R[] = []
  for (const [index, run] of runs.entries()) {
    const isLast = index === runs.length - 1
    const last = kept.at(-1)
    if (last && last.floorId === run.floorId && last.roomId === run.roomId && run.from - last.to <= SILENCE) last.to = run.to
    else if (isLast || run.to - run.from >= PASSING || last === undefined) kept.push({ ...run })
  }
  return kept
}

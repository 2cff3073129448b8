/** Keeps the reported room stable: by probability over time, not by the latest observation. */
export interface HeldRoom {
  roomId: number | null
  /** Averaged probability of each room. Unlikely rooms are left out. */
  shares: ReadonlyMap<number | null, number>
}

/** Seconds of the moving average. */
const MEMORY = 6
/** How much likelier another room must be before the room changes. */
const LIKELIER = 0.25

export function updateHeldRoom(
  before: HeldRoom | null,
  rooms: readonly { roomId: number | null; share: number }[],
  seconds: number,
): HeldRoom {
  if (before === null)
    return {
      roomId: rooms[0]?.roomId ?? null,
      shares: new Map(rooms.map(({ roomId, share }) => [roomId, share])),
    }
  const kept = Math.exp(-seconds / MEMORY)
  const shares = new Map<number | null, number>()
  for (const [roomId, share] of before.shares) shares.set(roomId, share * kept)
  for (const { roomId, share } of rooms)
    shares.set(roomId, (shares.get(roomId) ?? 0) + share * (1 - kept))
  let likeliest = before.roomId
  for (const [roomId, share] of shares) {
    if (share < 0.01 && roomId !== before.roomId) shares.delete(roomId)
    else if (share > (shares.get(likeliest) ?? 0)) likeliest = roomId
  }
  const isGone = (shares.get(likeliest) ?? 0) > (shares.get(before.roomId) ?? 0) + LIKELIER
  return { roomId: isGone ? likeliest : before.roomId, shares }
}

import type { Corrections, RoomCorrection, UnmatchedCorrection } from './corrections.ts'
import type { PlannedFloor, PlannedRoom } from './plan.ts'
import { isRestricted, RESTRICTED } from './roomUse.ts'

export interface CorrectedRoom extends PlannedRoom {
  /** Ids as read from the file; corrections refer to them. */
  origin: { floor: string; room: string }
  isCorrected: boolean
}

export function correctedRooms(
  floors: readonly PlannedFloor[],
  { rooms: made, added, nameFrom, codeFrom }: Corrections,
  homeOf: (floor: string) => string | null | undefined,
  unfit: UnmatchedCorrection[],
): { home: string; room: CorrectedRoom }[] {
  const keyOf = (floor: string, room: string) => `${floor}\n${room}`
  const wishes = new Map(made.map((one) => [keyOf(one.floor, one.room), one]))
  const isThere = new Set([
    ...floors.map(({ externalId }) => externalId),
    ...added.map(({ floor }) => floor),
  ])
  const seen = new Set<string>()
  const placed = floors.flatMap((floor) =>
    floor.rooms.flatMap((room) => {
      const key = keyOf(floor.externalId, room.externalId)
      // A second room with the same id cannot be distinguished; the correction applies to the
      // first.
      const wish = seen.has(key) ? undefined : wishes.get(key)
      seen.add(key)
      if (wish?.isLeftOut === true) return []
      let onto = wish?.onto ?? floor.externalId
      if (onto !== floor.externalId && (!isThere.has(onto) || homeOf(onto) === null)) {
        unfit.push({ kind: 'roomOnto', name: onto })
        onto = floor.externalId
      }
      const home = homeOf(onto)
      // Rooms of a dropped floor are dropped too.
      if (home === null) return []
      return [
        {
          home: home ?? onto,
          room: correctedRoom(room, floor.externalId, wish, { nameFrom, codeFrom }),
        },
      ]
    }),
  )
  for (const { floor, room } of made)
    if (!seen.has(keyOf(floor, room))) unfit.push({ kind: 'room', name: room })
  return placed
}

function correctedRoom(
  room: PlannedRoom,
  floor: string,
  wish: RoomCorrection | undefined,
  { nameFrom, codeFrom }: Pick<Corrections, 'nameFrom' | 'codeFrom'>,
): CorrectedRoom {
  const read = withChosenTexts(room, { nameFrom, codeFrom })
  const origin = { floor, room: room.externalId }
  if (wish === undefined) return { ...read, origin, isCorrected: false }
  const { nameFrom: _from, isKindGuessed: _guessed, names: _names, ...sure } = read
  const { nameFrom: from, isKindGuessed, names } = read
  return {
    ...sure,
    ...(wish.name === undefined
      ? { ...(names !== undefined && { names }), ...(from !== undefined && { nameFrom: from }) }
      : // A corrected name replaces the names in all languages.
        { name: wish.name, names: {} }),
    code: wish.code === undefined ? read.code : wish.code || null,
    ...(wish.kind === undefined
      ? isKindGuessed === true && { isKindGuessed }
      : { kind: wish.kind }),
    category: withMark(read.category ?? null, wish.isRestricted),
    origin,
    isCorrected: true,
  }
}

/** A room without a value in the chosen property keeps the original text. */
function withChosenTexts(
  room: PlannedRoom,
  { nameFrom, codeFrom }: Pick<Corrections, 'nameFrom' | 'codeFrom'>,
): PlannedRoom {
  const name = nameFrom === null ? undefined : room.said?.[nameFrom]
  const code = codeFrom === null ? undefined : room.said?.[codeFrom]
  const { nameFrom: from, ...rest } = room
  return {
    ...rest,
    ...(name === undefined ? from !== undefined && { nameFrom: from } : { name }),
    ...(name !== undefined && name !== room.name && { names: {} }),
    code: code ?? room.code,
  }
}

function withMark(category: string | null, isMarked: boolean | undefined): string | null {
  if (isMarked === undefined || isMarked === isRestricted(category)) return category
  return isMarked ? RESTRICTED : null
}

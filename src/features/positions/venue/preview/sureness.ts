/** How certain each room of a planned floor is: its colour on the picture, and its marks. */
import type { PicturedRoom, PlannedFloorPicture } from '#contract/venue/plannedFloor.ts'

/** Tones. Each room gets the first that applies. */
export const tones = ['fault', 'unreached', 'nameless', 'borrowed', 'guessed', 'sure'] as const
export type Tone = (typeof tones)[number]

/** Marks. A room may have several. */
export const marks = ['restricted', 'new', 'changed', 'corrected'] as const
type Mark = (typeof marks)[number]
export type Filter = Tone | Mark

export interface SeenRoom {
  room: PicturedRoom
  tone: Tone
  filters: ReadonlySet<Filter>
}

export function roomsWithSureness({ rooms, faults }: PlannedFloorPicture): SeenRoom[] {
  const faulty = new Set(faults.flatMap(({ room, other }) => [room, other]))
  return rooms.map((room) => {
    const filters = new Set<Filter>()
    if (faulty.has(room.id)) filters.add('fault')
    if (!room.isReached) filters.add('unreached')
    // Corridors and lifts are recognised by their kind, so they need no name.
    if (room.name === '' && room.kind === 'room') filters.add('nameless')
    if (room.nameFrom !== null) filters.add('borrowed')
    if (room.isKindGuessed) filters.add('guessed')
    const tone = tones.find((one) => filters.has(one)) ?? 'sure'
    if (tone === 'sure') filters.add('sure')
    if (room.isRestricted) filters.add('restricted')
    if (room.change !== 'same') filters.add(room.change)
    if (room.isCorrected) filters.add('corrected')
    return { room, tone, filters }
  })
}

export const countsOf = (rooms: readonly SeenRoom[]): ReadonlyMap<Filter, number> => {
  const counts = new Map<Filter, number>()
  for (const { filters } of rooms)
    for (const filter of filters) counts.set(filter, (counts.get(filter) ?? 0) + 1)
  return counts
}

export const labelOf = ({ name, code }: Pick<PicturedRoom, 'name' | 'code'>): string =>
  [code, name === code ? '' : name].filter((one) => one !== null && one !== '').join(' ')

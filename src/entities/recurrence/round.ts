/**
 * A round in the address: the places still to come after the open one, and how many there were, so
 * that reload and back find the same place in it.
 */
import { pathTo } from '#lib/paths.ts'
import type { AddressField } from '#lib/addressState.ts'

export interface RoundPlace {
  kind: 'equipment' | 'location'
  id: number
}
/** So many places fit in an address that every browser and proxy takes. */
const MAX_PLACES = 100
const letters = { equipment: 'e', location: 'l' } as const

const write = (rest: readonly RoundPlace[]): string =>
  rest
    .slice(0, MAX_PLACES)
    .map(({ kind, id }) => `${letters[kind]}${id}`)
    .join('.')

/** As `e12.e15.l3`. */
export const roundField: AddressField<RoundPlace[]> = {
  read: (raw) =>
    (raw ?? '')
      .split('.')
      .filter((part) => /^[el][1-9]\d{0,9}$/.test(part))
      .slice(0, MAX_PLACES)
      .map((part) => ({
        kind: part.startsWith('e') ? ('equipment' as const) : ('location' as const),
        id: Number(part.slice(1)),
      })),
  write: (rest) => (rest.length === 0 ? null : write(rest)),
}

/** The first of these opens, the others follow; `of`: how many the round had. */
export function roundAddress(
  procedureId: number,
  [first, ...rest]: readonly RoundPlace[],
  of: number,
): string {
  if (first === undefined) return pathTo('home')
  return pathTo(
    'procedurePerform',
    { procedureId },
    {
      ...(first.kind === 'equipment' ? { equipmentId: first.id } : { locationId: first.id }),
      round: rest.length === 0 ? undefined : write(rest),
      of: of > 1 ? Math.min(of, MAX_PLACES + 1) : undefined,
    },
  )
}

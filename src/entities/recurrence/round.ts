/**
 * A round in the address: the remaining stops and the total, so that reload and back keep the
 * position.
 */
import { pathTo } from '#lib/paths.ts'
import type { AddressField } from '#lib/addressState.ts'

export interface RoundPlace {
  kind: 'equipment' | 'location'
  id: number
}
/** Keeps the address within the limits of every browser and proxy. */
const MAX_PLACES = 100
const letters = { equipment: 'e', location: 'l' } as const

const write = (rest: readonly RoundPlace[]): string =>
  rest
    .slice(0, MAX_PLACES)
    .map(({ kind, id }) => `${letters[kind]}${id}`)
    .join('.')

/** Format in the address: `e12.e15.l3`. */
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

/** Opens the first stop; the others follow. `of`: the total of the round. */
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

/** What progress maps say of giving a thing another status with many others. Pure. */

export interface ProgressMapFacts {
  id: number
  name: string
  statusIds: readonly number[]
  /** None: things of every type run through it. */
  equipmentTypeIds: readonly number[]
}
export interface StatusHolder {
  typeId: number
  statusId: number | null
}

/**
 * `leaves`: it runs along a map, of which the status is no step. `otherType`: it does not run
 * through the map that was named.
 */
export const forbiddenReasons = ['leaves', 'otherType'] as const
export type Verdict =
  | { kind: 'same' }
  | { kind: 'change' }
  | { kind: 'forbidden'; reason: (typeof forbiddenReasons)[number]; map: ProgressMapFacts }

const runsThrough = ({ typeId }: StatusHolder, { equipmentTypeIds }: ProgressMapFacts) =>
  equipmentTypeIds.length === 0 || equipmentTypeIds.includes(typeId)

/** `along`: the map that people are bringing things along; of others that hold it none forbids. */
export function verdictOf(
  thing: StatusHolder,
  statusId: number | null,
  maps: readonly ProgressMapFacts[],
  along?: ProgressMapFacts,
): Verdict {
  if (along !== undefined && !runsThrough(thing, along))
    return { kind: 'forbidden', reason: 'otherType', map: along }
  if (thing.statusId === statusId) return { kind: 'same' }
  if (along !== undefined) return { kind: 'change' }
  const { statusId: now } = thing
  const held = maps.filter(
    (map) => now !== null && runsThrough(thing, map) && map.statusIds.includes(now),
  )
  const [first] = held
  if (first === undefined) return { kind: 'change' }
  return held.some((map) => statusId !== null && map.statusIds.includes(statusId))
    ? { kind: 'change' }
    : { kind: 'forbidden', reason: 'leaves', map: first }
}

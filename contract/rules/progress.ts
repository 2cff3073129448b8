export interface ProgressMapFacts {
  id: number
  name: string
  statusIds: readonly number[]
  /** If empty, the map applies to every type. */
  equipmentTypeIds: readonly number[]
}
export interface StatusHolder {
  typeId: number
  statusId: number | null
}

/**
 * `leaves`: the equipment follows a map that does not contain the new status. `otherType`: the
 * chosen map does not apply to its type.
 */
export const forbiddenReasons = ['leaves', 'otherType'] as const
export type Verdict =
  | { kind: 'same' }
  | { kind: 'change' }
  | { kind: 'forbidden'; reason: (typeof forbiddenReasons)[number]; map: ProgressMapFacts }

const runsThrough = ({ typeId }: StatusHolder, { equipmentTypeIds }: ProgressMapFacts) =>
  equipmentTypeIds.length === 0 || equipmentTypeIds.includes(typeId)

/** `along` is the map the user chose for the change. Other maps then forbid nothing. */
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

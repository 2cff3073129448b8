/** Nobody gives a right that they do not have themselves: otherwise whoever keeps the people list holds every key. */
import type { PermissionGroup } from '#contract/permissions'

export interface Reach {
  allEquipment: boolean; allLocations: boolean; allProcedures: boolean
  equipmentTypeIds: readonly number[]; locationTypeIds: readonly number[]; procedureTypeIds: readonly number[]
}
export interface Rights extends Reach { permissions: readonly PermissionGroup[] }

/** What the giver has: null stands for all, as in the actor. */
export interface Giver {
  permissions: ReadonlySet<PermissionGroup>
  equipmentTypeIds: readonly number[] | null; locationTypeIds: readonly number[] | null; procedureTypeIds: readonly number[] | null
}

const kinds = [
  { flag: 'allEquipment', types: 'equipmentTypeIds' }, { flag: 'allLocations', types: 'locationTypeIds' }, { flag: 'allProcedures', types: 'procedureTypeIds' },
] as const

/** The fields in which `after` gives more than `before` and more than the giver has; empty when all is well. Taking away is always allowed. */
export function beyondOwnRights(giver: Giver, before: Rights | null, after: Rights): string[] {
  const faults: string[] = []
  const had = new Set(before?.permissions ?? [])
  if (after.permissions.some((group) => !had.has(group) && !giver.permissions.has(group))) faults.push('roleIds')
  for (const { flag, types } of kinds) {
    const own = giver[types]
    if (own === null) continue
    if (after[flag] && before?.[flag] !== true) faults.push(flag)
    const known = new Set([...own, ...(before?.[types] ?? [])])
    // Someone who loses the flag that gave all may keep any type: it is less than it was.
    if (before?.[flag] !== true && after[types].some((id) => !known.has(id))) faults.push(types)
  }
  return faults
}

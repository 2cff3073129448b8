/**
 * Nobody gives a right that they do not have themselves, and nobody takes one away that they do not
 * have: otherwise whoever keeps the people list holds every key, or shuts out those who hold more.
 */
import type { PermissionGroup } from '#contract/people/permissions.ts'

interface AccessScope {
  allEquipment: boolean
  allLocations: boolean
  allProcedures: boolean
  equipmentTypeIds: readonly number[]
  locationTypeIds: readonly number[]
  procedureTypeIds: readonly number[]
}
export interface Rights extends AccessScope {
  permissions: readonly PermissionGroup[]
}

/** What the giver has: null stands for all, as in the actor. */
export interface Giver {
  permissions: ReadonlySet<PermissionGroup>
  equipmentTypeIds: readonly number[] | null
  locationTypeIds: readonly number[] | null
  procedureTypeIds: readonly number[] | null
}

const kinds = [
  { flag: 'allEquipment', types: 'equipmentTypeIds' },
  { flag: 'allLocations', types: 'locationTypeIds' },
  { flag: 'allProcedures', types: 'procedureTypeIds' },
] as const

/**
 * The fields in which `before` and `after` differ by what the giver does not have; empty when all
 * is well.
 */
export function beyondOwnRights(giver: Giver, before: Rights | null, after: Rights): string[] {
  const faults: string[] = []
  const moved = differing(before?.permissions ?? [], after.permissions)
  if (moved.some((group) => !giver.permissions.has(group))) faults.push('roleIds')
  for (const { flag, types } of kinds) {
    const own = giver[types]
    if (own === null) continue
    if (after[flag] !== (before?.[flag] ?? false)) faults.push(flag)
    // With the flag on both sides the types say nothing.
    const known = new Set(own)
    const changed = differing(before?.[types] ?? [], after[types])
    if (!(before?.[flag] === true && after[flag]) && changed.some((id) => !known.has(id)))
      faults.push(types)
  }
  return faults
}

function differing<T>(before: readonly T[], after: readonly T[]): T[] {
  return [
    ...before.filter((one) => !after.includes(one)),
    ...after.filter((one) => !before.includes(one)),
  ]
}

/**
 * Users can neither grant nor revoke permissions they lack. Otherwise a user with the users
 * permission could get every permission, or lock out users who have more.
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

/** The permissions of the granting user. Null means all types, as in the actor. */
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
 * The fields in which `before` and `after` differ by permissions that the giver lacks. Empty if
 * allowed.
 */
export function beyondOwnRights(giver: Giver, before: Rights | null, after: Rights): string[] {
  const faults: string[] = []
  const moved = differing(before?.permissions ?? [], after.permissions)
  if (moved.some((group) => !giver.permissions.has(group))) faults.push('roleIds')
  for (const { flag, types } of kinds) {
    const own = giver[types]
    if (own === null) continue
    if (after[flag] !== (before?.[flag] ?? false)) faults.push(flag)
    // If the flag is set on both sides, the types have no effect.
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

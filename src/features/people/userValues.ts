import type { Language } from '#contract/languages.ts'
import type { UserDetail } from '#contract/people/people.ts'
import type { TokenClaims } from '#contract/auth/auth.ts'
import {
  draftOfAvailability,
  wishedAvailability,
  type AvailabilityDraft,
} from '#entities/availability/availabilityDraft.ts'

/** Same names as on the server, so that its errors find their field. */
export interface UserValues {
  firstName: string
  lastName: string
  email: string
  phone: string
  language: Language
  roleIds: number[]
  orgEntityId: number | null
  allEquipment: boolean
  allLocations: boolean
  allProcedures: boolean
  equipmentTypeIds: number[]
  locationTypeIds: number[]
  procedureTypeIds: number[]
  availability: AvailabilityDraft
}

/** A new user starts with the inviter's access, because nobody can grant more than they have. */
export function blankUser(language: Language, inviter: TokenClaims | null): UserValues {
  return {
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    language,
    roleIds: [],
    orgEntityId: null,
    allEquipment: inviter?.ae === true,
    allLocations: inviter?.al === true,
    allProcedures: inviter?.ap === true,
    equipmentTypeIds: [],
    locationTypeIds: [],
    procedureTypeIds: [],
    availability: { choice: 'none', hours: 8 },
  }
}

export function valuesOf(detail: UserDetail): UserValues {
  const { firstName, lastName, email, language, allEquipment, allLocations, allProcedures } = detail
  return {
    firstName,
    lastName,
    email,
    language,
    allEquipment,
    allLocations,
    allProcedures,
    phone: detail.phone ?? '',
    roleIds: detail.roles.map(({ id }) => id),
    orgEntityId: detail.orgEntity?.id ?? null,
    equipmentTypeIds: [...detail.equipmentTypeIds],
    locationTypeIds: [...detail.locationTypeIds],
    procedureTypeIds: [...detail.procedureTypeIds],
    availability: draftOfAvailability(detail.availability),
  }
}

export function userBody({ availability, ...values }: UserValues) {
  const wish = wishedAvailability(availability)
  return {
    ...values,
    email: values.email.trim(),
    phone: values.phone.trim() === '' ? null : values.phone.trim(),
    ...(wish === undefined ? {} : { availability: wish }),
  }
}

/** A role or a type that decides about tickets was taken away. */
export const isNarrowed = (before: UserValues, after: UserValues): boolean =>
  lacksSome(before.roleIds, after.roleIds) ||
  isNarrower(
    before.allEquipment,
    before.equipmentTypeIds,
    after.allEquipment,
    after.equipmentTypeIds,
  ) ||
  isNarrower(before.allLocations, before.locationTypeIds, after.allLocations, after.locationTypeIds)

export const isMadeAbsent = (before: UserValues, after: UserValues): boolean =>
  before.availability.choice !== 'none' && after.availability.choice === 'none'

const lacksSome = (before: readonly number[], after: readonly number[]) =>
  before.some((id) => !after.includes(id))

const isNarrower = (
  hadAll: boolean,
  before: readonly number[],
  hasAll: boolean,
  after: readonly number[],
) => !hasAll && (hadAll || lacksSome(before, after))

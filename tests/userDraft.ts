import type { z } from 'zod'
import type { people } from '#contract/people/people.ts'

type Draft = z.input<typeof people.inviteUser.body>

export const userDraft = (
  change: Pick<Draft, 'firstName' | 'lastName' | 'email'> & Partial<Draft>,
): Draft => ({
  phone: null,
  language: 'en',
  roleIds: [],
  allEquipment: true,
  allLocations: true,
  allProcedures: true,
  equipmentTypeIds: [],
  locationTypeIds: [],
  procedureTypeIds: [],
  ...change,
})

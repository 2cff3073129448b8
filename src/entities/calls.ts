/** Calls of pickers and shared screens. Features use these or inject their own contract. */
import { equipment } from '#contract/equipment/equipment.ts'
import { journal } from '#contract/journal/journal.ts'
import { locations } from '#contract/locations/locations.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { orgEntities } from '#contract/orgEntities/orgEntities.ts'
import { people } from '#contract/people/people.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { injectContract } from '#api/api.ts'

export const equipmentCalls = injectContract(equipment)
export const locationCalls = injectContract(locations)
export const referenceListCalls = injectContract(referenceLists)
export const orgEntityCalls = injectContract(orgEntities)
export const peopleCalls = injectContract(people)
export const procedureCalls = injectContract(procedures)
export const journalCalls = injectContract(journal)

/**
 * The calls that pickers and shared screens use; features take theirs from here or inject their own
 * contract.
 */
import { equipment } from '#contract/equipment'
import { journal } from '#contract/journal'
import { locations } from '#contract/locations'
import { referenceLists } from '#contract/referenceLists'
import { orgEntities } from '#contract/orgEntities'
import { people } from '#contract/people'
import { procedures } from '#contract/procedures'
import { injectContract } from '../api/api.ts'

export const equipmentCalls = injectContract(equipment)
export const locationCalls = injectContract(locations)
export const referenceListCalls = injectContract(referenceLists)
export const orgEntityCalls = injectContract(orgEntities)
export const peopleCalls = injectContract(people)
export const procedureCalls = injectContract(procedures)
export const journalCalls = injectContract(journal)

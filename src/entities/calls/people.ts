import { people } from '#contract/people/people.ts'
import { injectContract } from '#api/api.ts'

export const peopleCalls = injectContract(people)

import { journal } from '#contract/journal/journal.ts'
import { injectContract } from '#api/api.ts'

export const journalCalls = injectContract(journal)

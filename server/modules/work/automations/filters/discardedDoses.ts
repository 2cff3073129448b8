import { referencesOfUsedItems, type ServerFilter } from './kind.ts'

export const discardedDoses: ServerFilter<'discardedDoses'> = {
  verdictReferences: referencesOfUsedItems,
}

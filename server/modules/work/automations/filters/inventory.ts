import { referencesOfUsedItems, type ServerFilter } from './kind.ts'

export const inventory: ServerFilter<'inventory'> = { verdictReferences: referencesOfUsedItems }

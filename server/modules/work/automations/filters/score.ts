import type { ServerFilter } from './kind.ts'

export const score: ServerFilter<'score'> = { verdictReferences: () => [] }

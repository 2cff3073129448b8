import type { ServerFilter } from './kind.ts'

export const time: ServerFilter<'time'> = { verdictReferences: () => [] }

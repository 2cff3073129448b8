export { entriesById } from './entries.ts'
export { journalExport, journalHandlers } from './routes.ts'
export { readableEntries, visibleEntries } from './visibleEntries.ts'
export { changedSince, movesOf, staysIn, touchedSince } from './moves.ts'

export { entriesById } from './entries.ts'
export { makeJournalHandlers } from './routes.ts'
export { readableEntries, visibleEntries } from './visibleEntries.ts'

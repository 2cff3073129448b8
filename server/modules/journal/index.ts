export { entriesById } from './entries.ts'
export { makeJournalHandlers } from './routes.ts'
export { visibleEntries } from './sight.ts'

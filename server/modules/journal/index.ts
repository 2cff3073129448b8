export { entriesById } from './entries.ts'
export { journalHandlers } from './routes.ts'
export { visibleEntries } from './sight.ts'

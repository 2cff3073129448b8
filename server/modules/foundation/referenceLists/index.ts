export { referenceListHandlers, type ReferenceList } from './lists.ts'
export { places, referenceListRoutes, things } from './routes.ts'
export { carriedBy, keyedBy, listedBy, type Use } from './uses.ts'
export { removeEntries, usedEntries } from './unused.ts'

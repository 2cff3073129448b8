export { referenceListHandlers, type ReferenceList } from './lists.ts'
export { locationUse, referenceListRoutes, equipmentUse } from './routes.ts'
export { usedInFacts, keyedBy, listedBy, type Use } from './uses.ts'
export { removeEntries, usedEntries } from './unused.ts'

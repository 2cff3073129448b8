export { mayChoose, mayChooseOf, refersToDeleted, referencesOfFilters } from './filterReferences.ts'

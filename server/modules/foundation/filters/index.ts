export {
  mayChoose,
  mayChooseOf,
  namesWhatIsDeleted,
  referencesOfFilters,
} from './filterReferences.ts'

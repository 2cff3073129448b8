export {
  hasOwnValue,
  metadataCell,
  metadataParts,
  ownValuesOf,
  parseMetadata,
  showMetadata,
  usedFields,
  type StoredMetadata,
} from './metadata.ts'

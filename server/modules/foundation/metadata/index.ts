export {
  metadataCell,
  metadataParts,
  parseMetadata,
  showMetadata,
  usedFields,
  type StoredMetadata,
} from './metadata.ts'

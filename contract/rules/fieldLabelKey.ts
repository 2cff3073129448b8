import type { ImportKind, ImportMapping, MetadataColumn } from '#contract/imports.ts'

/** Translation keys of organisation fields that differ from fields of the same name elsewhere. */
const ofOrganisation = {
  kind: 'field_orgEntity_kind',
  parent: 'field_parentId',
} as const

type Named = Exclude<ImportMapping['columns'][number], MetadataColumn>
type Field = Exclude<Named, 'ignore' | 'detail' | 'kind'>

/** Translation key of a field, in the namespace `entities`. */
export function fieldLabelKey(kind: ImportKind, field: Named) {
  if (field === 'kind' || (field === 'parent' && kind === 'orgEntities'))
    return ofOrganisation[field]
  if (field === 'responsible') return 'field_orgEntity_userIds' as const
  return `field_${field as Exclude<Field, 'responsible'>}` as const
}

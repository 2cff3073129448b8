import type { ImportKind, ImportMapping } from '#contract/imports.ts'

/** Translation keys of organisation fields that differ from fields of the same name elsewhere. */
const ofOrganisation = {
  kind: 'field_orgEntity_kind',
  parent: 'field_parentId',
} as const

type Field = Exclude<ImportMapping['columns'][number], 'ignore' | 'detail' | 'kind'>

/** Translation key of a field, in the namespace `entities`. */
export function fieldWord(kind: ImportKind, field: ImportMapping['columns'][number]) {
  if (field === 'kind' || (field === 'parent' && kind === 'orgEntities'))
    return ofOrganisation[field]
  if (field === 'responsible') return 'field_orgEntity_userIds' as const
  return `field_${field as Exclude<Field, 'responsible'>}` as const
}

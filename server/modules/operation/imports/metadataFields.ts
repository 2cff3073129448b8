import { eq } from 'drizzle-orm'
import type { ImportKind } from '#contract/imports.ts'
import type { MetadataOwner } from '#contract/rules/metadata.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { MetadataField } from './metadataCell.ts'

const ownerOf: Partial<Record<ImportKind, MetadataOwner>> = {
  equipment: 'equipment',
  locations: 'location',
  tickets: 'ticket',
}

/** The fields that rows of this kind may have. */
export async function metadataFields(
  { db, actor }: Scope,
  kind: ImportKind,
): Promise<MetadataField[]> {
  const belongsTo = ownerOf[kind]
  if (belongsTo === undefined) return []
  const { metadataField } = tables
  const rows = await db
    .select({
      id: metadataField.id,
      name: metadataField.name,
      dataType: metadataField.dataType,
      choices: metadataField.choices,
      unit: metadataField.unit,
    })
    .from(metadataField)
    .where(ofCompany(metadataField, actor.companyId, eq(metadataField.belongsTo, belongsTo)))
    .orderBy(metadataField.id)
  return rows
}

import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { MetadataField } from './metadataCell.ts'

export async function metadataFields({ db, actor }: Scope): Promise<MetadataField[]> {
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
    .where(ofCompany(metadataField, actor.companyId))
    .orderBy(metadataField.id)
  return rows
}

import { and, eq, inArray, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Db } from '#kernel/data/transaction.ts'

export const isFileOfVisibleEquipment = ({ from }: Scope): SQL =>
  sql`exists (select from ${tables.equipmentFile} join ${tables.equipment}
    on ${tables.equipment.companyId} = ${tables.equipmentFile.companyId}
    and ${tables.equipment.id} = ${tables.equipmentFile.equipmentId}
    where ${tables.equipmentFile.fileId} = ${tables.file.id} and ${tables.equipmentFile.removedAt} is null
    and ${from.equipment(eq(tables.equipmentFile.companyId, tables.file.companyId))})`

const A_STEP = 500

export async function forgetRemoved(db: Db, before: Date): Promise<void> {
  const old = and(
    isNotNull(tables.equipmentFile.removedAt),
    lt(tables.equipmentFile.removedAt, before),
  )
  for (;;) {
    const some = await db
      .select({
        companyId: tables.equipmentFile.companyId,
        id: tables.equipmentFile.id,
        fileId: tables.equipmentFile.fileId,
      })
      .from(tables.equipmentFile)
      .where(old)
      .limit(A_STEP)
    for (const { companyId, id, fileId } of some) {
      const [gone] = await db
        .delete(tables.equipmentFile)
        .where(ofCompany(tables.equipmentFile, companyId, eq(tables.equipmentFile.id, id), old))
        .returning({ id: tables.equipmentFile.id })
      if (gone === undefined || fileId === null) continue
      // The company's logo may be the same upload and stays.
      const logos = db
        .select({ id: tables.companySettings.logoFileId })
        .from(tables.companySettings)
        .where(
          ofCompany(
            tables.companySettings,
            companyId,
            isNotNull(tables.companySettings.logoFileId),
          ),
        )
      await db
        .update(tables.file)
        .set({ keptAt: null })
        .where(
          ofCompany(
            tables.file,
            companyId,
            eq(tables.file.id, fileId),
            sql`not ${inArray(tables.file.id, logos)}`,
          ),
        )
    }
    if (some.length < A_STEP) return
  }
}

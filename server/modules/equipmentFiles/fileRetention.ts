import { and, eq, inArray, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import { companySettings, equipment, equipmentFile, file } from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Db } from '#kernel/data/transaction.ts'

/** Over files: true for those of equipment that the actor may see. */
export const hangsOnSeenEquipment = ({ from }: Scope): SQL =>
  sql`exists (select from ${equipmentFile} join ${equipment}
    on ${equipment.companyId} = ${equipmentFile.companyId}
    and ${equipment.id} = ${equipmentFile.equipmentId}
    where ${equipmentFile.fileId} = ${file.id} and ${equipmentFile.removedAt} is null
    and ${from.equipment(eq(equipmentFile.companyId, file.companyId))})`

const A_STEP = 500

/** Deletes files that were removed before this time, and releases their uploads. */
export async function forgetRemoved(db: Db, before: Date): Promise<void> {
  const old = and(isNotNull(equipmentFile.removedAt), lt(equipmentFile.removedAt, before))
  for (;;) {
    const some = await db
      .select({
        companyId: equipmentFile.companyId,
        id: equipmentFile.id,
        fileId: equipmentFile.fileId,
      })
      .from(equipmentFile)
      .where(old)
      .limit(A_STEP)
    for (const { companyId, id, fileId } of some) {
      const [gone] = await db
        .delete(equipmentFile)
        .where(and(eq(equipmentFile.companyId, companyId), eq(equipmentFile.id, id), old))
        .returning({ id: equipmentFile.id })
      if (gone === undefined || fileId === null) continue
      // The company's logo may be the same upload and stays.
      const logos = db
        .select({ id: companySettings.logoFileId })
        .from(companySettings)
        .where(and(eq(companySettings.companyId, companyId), isNotNull(companySettings.logoFileId)))
      await db
        .update(file)
        .set({ keptAt: null })
        .where(
          and(
            eq(file.companyId, companyId),
            eq(file.id, fileId),
            sql`not ${inArray(file.id, logos)}`,
          ),
        )
    }
    if (some.length < A_STEP) return
  }
}

import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { forgetAnswers } from '#kernel/http/idempotency.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { forgetOld } from '#kernel/access/attemptLimits.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { EXPORT_KEPT_DAYS } from '#contract/dataExports.ts'
import { LIST_EXPORT_KEPT_HOURS } from '#contract/listExports.ts'
import { EQUIPMENT_FILE_KEPT_DAYS } from '#contract/equipment/equipmentFiles.ts'
import { forgetExports } from '../dataExports/index.ts'
import { forgetListExports } from '../listExports/index.ts'
import { forgetRemoved } from '../../site/equipmentFiles/index.ts'
import { forgetOldEvents } from '../../foundation/securityLog/index.ts'
import { forgetOldCounts, forgetOldPlaces } from '../../foundation/auth/index.ts'

const EVERY_MILLISECONDS = 3_600_000
const DAY = 86_400_000

const FILES_A_STEP = 200

/**
 * Removes uploads that no record uses after a day. The row goes first: a file without a row only
 * costs space, a row without a file is a broken link.
 */
async function removeUnkept(
  { pool, files }: Pick<Kernel, 'pool' | 'files'>,
  before: Date,
): Promise<void> {
  const unkept = and(isNull(tables.file.keptAt), lt(tables.file.createdAt, before))
  for (;;) {
    const gone = await asSystem(pool, async (db) => {
      const some = await db
        .select({
          companyId: tables.file.companyId,
          id: tables.file.id,
          storageKey: tables.file.storageKey,
        })
        .from(tables.file)
        .where(unkept)
        .limit(FILES_A_STEP)
      for (const { companyId, id } of some)
        await db
          .delete(tables.file)
          .where(ofCompany(tables.file, companyId, eq(tables.file.id, id), unkept))
      return some
    })
    for (const { storageKey } of gone) await files.remove(storageKey)
    if (gone.length < FILES_A_STEP) return
  }
}

export async function cleanUp(kernel: Pick<Kernel, 'pool' | 'clock' | 'files'>): Promise<void> {
  const now = kernel.clock.now()
  const ago = (days: number) => new Date(now.getTime() - days * DAY)
  await asSystem(kernel.pool, async (db) => {
    await forgetOld(db, now)
    await db.delete(tables.oneTimeCode).where(lt(tables.oneTimeCode.createdAt, ago(1)))
    await db.delete(tables.resetLink).where(lt(tables.resetLink.expiresAt, ago(30)))
    await db.delete(tables.spentToken).where(lt(tables.spentToken.expiresAt, now))
    await db
      .delete(tables.session)
      .where(or(lt(tables.session.expiresAt, ago(30)), lt(tables.session.endedAt, ago(30))))
    await db.execute(sql`delete from push_device where not exists (select from session
      where session.id = push_device.session_id)`)
    await forgetOldPlaces(db, now)
    await forgetOldEvents(db, now)
    await forgetRemoved(db, ago(EQUIPMENT_FILE_KEPT_DAYS))
    await forgetOldCounts(db, now)
    await forgetAnswers(db, ago(1))
    await db.delete(tables.signInStep).where(lt(tables.signInStep.expiresAt, now))
    await db.delete(tables.contactChange).where(lt(tables.contactChange.createdAt, ago(1)))
    await db
      .delete(tables.message)
      .where(
        or(
          and(isNotNull(tables.message.sentAt), lt(tables.message.sentAt, ago(30))),
          lt(tables.message.createdAt, ago(90)),
        ),
      )
  })
  const archives = await asSystem(kernel.pool, (db) => forgetExports(db, ago(EXPORT_KEPT_DAYS)))
  const lists = await asSystem(kernel.pool, (db) =>
    forgetListExports(db, ago(LIST_EXPORT_KEPT_HOURS / 24)),
  )
  for (const key of [...archives, ...lists]) await kernel.files.remove(key)
  await removeUnkept(kernel, ago(1))
}

export const startCleanUp = (kernel: Kernel): void =>
  void startJob(kernel, {
    name: 'removal of what has had its day',
    every: EVERY_MILLISECONDS,
    run: () => cleanUp(kernel),
  })

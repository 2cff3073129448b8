/**
 * Fire extinguishers are inspected for an insurer: inspections of the last weeks are signed, and
 * one was corrected.
 */
import { desc, eq } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { appendToChain, contentOf } from '../modules/work/signedLogs/index.ts'
import type { Checklist } from './procedures.ts'
import type { Seed } from './rows.ts'

const SEALED = 12

export async function seedSigned(
  { db, companyId, words }: Seed,
  inspection: Checklist,
): Promise<void> {
  await db
    .update(tables.procedure)
    .set({ isSigned: true })
    .where(ofCompany(tables.procedure, companyId, eq(tables.procedure.id, inspection.id)))
  const latest = await db
    .select({
      id: tables.procedureLog.id,
      at: tables.procedureLog.createdAt,
      doneBy: tables.procedureLog.doneBy,
    })
    .from(tables.procedureLog)
    .where(
      ofCompany(tables.procedureLog, companyId, eq(tables.procedureLog.procedureId, inspection.id)),
    )
    .orderBy(desc(tables.procedureLog.doneAt), desc(tables.procedureLog.id))
    .limit(SEALED)
  const logs = latest.toReversed()
  const orders = []
  for (const { id, at } of logs)
    orders.push({ content: await contentOf(db, companyId, id), procedureLogId: id, at })
  await appendToChain(db, companyId, orders)
  const [corrected] = latest
  if (corrected === undefined) return
  const [writer] = await db
    .select({
      id: tables.user.id,
      firstName: tables.user.firstName,
      lastName: tables.user.lastName,
    })
    .from(tables.user)
    .where(ofCompany(tables.user, companyId, eq(tables.user.id, corrected.doneBy)))
  if (writer === undefined) return
  const at = new Date(corrected.at.getTime() + 20 * 60_000)
  await appendToChain(db, companyId, [
    {
      content: {
        kind: 'addendum',
        logId: corrected.id,
        text: words.signed.addendum,
        by: { id: writer.id, name: `${writer.firstName} ${writer.lastName}` },
        at: at.toISOString(),
      },
      procedureLogId: corrected.id,
      at,
    },
  ])
}

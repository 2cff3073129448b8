/**
 * The fire extinguishers are inspected for an insurer: since some weeks each inspection is sealed,
 * and one was corrected afterwards.
 */
import { and, desc, eq } from 'drizzle-orm'
import { procedure, procedureLog, user } from '#db/schema/index.ts'
import { append, contentOf } from '../modules/signedLogs/index.ts'
import type { Checklist } from './procedures.ts'
import type { Seed } from './rows.ts'

const SEALED = 12

export async function seedSigned(
  { db, companyId, words }: Seed,
  inspection: Checklist,
): Promise<void> {
  await db
    .update(procedure)
    .set({ isSigned: true })
    .where(and(eq(procedure.companyId, companyId), eq(procedure.id, inspection.id)))
  const latest = await db
    .select({ id: procedureLog.id, at: procedureLog.createdAt, doneBy: procedureLog.doneBy })
    .from(procedureLog)
    .where(and(eq(procedureLog.companyId, companyId), eq(procedureLog.procedureId, inspection.id)))
    .orderBy(desc(procedureLog.doneAt), desc(procedureLog.id))
    .limit(SEALED)
  const logs = latest.toReversed()
  const orders = []
  for (const { id, at } of logs)
    orders.push({ content: await contentOf(db, companyId, id), procedureLogId: id, at })
  await append(db, companyId, orders)
  const [corrected] = latest
  if (corrected === undefined) return
  const [writer] = await db
    .select({ id: user.id, firstName: user.firstName, lastName: user.lastName })
    .from(user)
    .where(and(eq(user.companyId, companyId), eq(user.id, corrected.doneBy)))
  if (writer === undefined) return
  const at = new Date(corrected.at.getTime() + 20 * 60_000)
  await append(db, companyId, [
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

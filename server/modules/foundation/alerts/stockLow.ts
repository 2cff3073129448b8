/**
 * Alerts stock administrators once when stock falls below its minimum, and resolves it after a
 * refill.
 */
import { eq, isNull } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { writeMessage } from '../messages/index.ts'
import { responsibleUsers } from './recipients.ts'
import { saveAlert } from './send.ts'
import { lowText, words } from './texts.ts'

interface Low {
  stockId: Id<'stock'>
  locationId: Id<'location'>
  item: string
  place: string
  /** With its unit. */
  left: string
}

const open = ({ actor }: Scope, stockId: Id<'stock'>) =>
  ofCompany(
    tables.alert,
    actor.companyId,
    eq(tables.alert.stockId, stockId),
    isNull(tables.alert.endedAt),
  )

/**
 * Does nothing if an alert is open. The stock row is locked, so no other server adds one meanwhile.
 */
export async function beginStockLow(
  scope: Scope,
  { item, place, left, ...low }: Low,
): Promise<void> {
  const { db, clock } = scope
  const told = await db
    .select({ id: tables.alert.id })
    .from(tables.alert)
    .where(open(scope, low.stockId))
  if (told.length > 0) return
  const people = await responsibleUsers(scope, 'editor|equipment', {
    equipmentId: null,
    locationId: low.locationId,
  })
  await saveAlert(
    scope,
    'stockLow',
    {
      ...low,
      level: 'warning',
      text: left,
      byName: null,
      runId: null,
      automationName: null,
      procedureLogId: null,
      equipmentId: null,
      ticketId: null,
    },
    people.map(({ id }) => id),
  )
  const readers = people.filter(({ hasMailAlerts }) => hasMailAlerts)
  if (readers.length === 0) return
  await aboveCompanies(db, async (system) => {
    for (const { email, language } of readers)
      await writeMessage(system, clock.now(), {
        channel: 'email',
        to: email,
        language,
        subject: words[language].subject({ procedure: item, thing: place, score: null }),
        text: lowText(language, { name: item, place, detail: left }),
        path: `/inventory?id=${low.stockId}`,
      })
  })
}

export async function endStockLow(scope: Scope, stockId: Id<'stock'>): Promise<void> {
  const ended = await scope.db
    .update(tables.alert)
    .set({ endedAt: scope.clock.now() })
    .where(open(scope, stockId))
    .returning({ id: tables.alert.id })
  if (ended.length > 0) scope.changed('Alert')
}

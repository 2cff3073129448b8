/** What a rule of a zone tells: once to those who keep the equipment, ended when it is over. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { zoneAlertKinds } from '#contract/alerts'
import type { Id } from '#contract/ids'
import { alert, equipment, location, type zoneRule } from '../../db/schema/index.ts'
import type { Scope } from '../../kernel/scope.ts'
import { aboveCompanies } from '../../kernel/transaction.ts'
import { writeMessage } from '../messages/index.ts'
import { keepersOf } from './recipients.ts'
import { addressOf, keepAlert } from './send.ts'
import { words } from './texts.ts'

type Rule = typeof zoneRule.$inferSelect

/** Nothing where it is told already. `there`: so many things of the rule are in its place. */
export async function beginZoneAlert(
  scope: Scope,
  rule: Rule,
  { equipmentId, there }: { equipmentId: Id<'equipment'> | null; there: number },
): Promise<void> {
  const {
    db,
    clock,
    actor: { companyId },
  } = scope
  const about = { equipmentId, locationId: rule.locationId }
  const people = await keepersOf(scope, 'editor|equipment', about)
  const kept = {
    ...about,
    procedureLogId: null,
    ticketId: null,
    runId: null,
    automationName: null,
    byName: null,
  }
  const id = await keepAlert(
    scope,
    zoneAlertKinds[rule.kind],
    {
      ...kept,
      level: 'warning',
      text: rule.kind === 'fewer' ? String(there) : null,
      zoneRuleId: rule.id,
    },
    people.map(({ id: userId }) => userId),
  )
  if (id === null) return
  const readers = people.filter(({ hasMailAlerts }) => hasMailAlerts)
  if (readers.length === 0) return
  const [thing] = await db
    .select({ name: equipment.name })
    .from(equipment)
    .where(and(eq(equipment.companyId, companyId), eq(equipment.id, equipmentId ?? sql`0`)))
  const [place] = await db
    .select({ name: location.name })
    .from(location)
    .where(and(eq(location.companyId, companyId), eq(location.id, rule.locationId ?? sql`0`)))
  await aboveCompanies(db, async (system) => {
    for (const { email, language } of readers)
      await writeMessage(system, clock.now(), {
        channel: 'email',
        to: email,
        subject: words[language].subject({ procedure: rule.name, thing: '', score: null }),
        text: words[language].zone[rule.kind]({
          name: thing?.name ?? '',
          place: place?.name ?? '',
          there,
          minimum: rule.minimum,
        }),
        path: addressOf(kept) ?? '/zones?tab=alerts',
      })
  })
}

export async function endZoneAlerts(scope: Scope, ids: readonly Id<'alert'>[]): Promise<void> {
  if (ids.length === 0) return
  const ended = await scope.db
    .update(alert)
    .set({ endedAt: scope.clock.now() })
    .where(
      and(
        eq(alert.companyId, scope.actor.companyId),
        inArray(alert.id, [...ids]),
        isNull(alert.endedAt),
      ),
    )
    .returning({ id: alert.id })
  if (ended.length > 0) scope.changed('Alert')
}

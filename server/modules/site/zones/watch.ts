/**
 * Regularly evaluates zone rules: sends and resolves alerts. It depends only on stored visits and
 * the time, so a second server is harmless; the database ensures that alerts are sent once.
 */
import { eq, isNull } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { zoneIncidents } from '#contract/rules/zoneAlerts.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import {
  beginPlaceAlert,
  beginThingAlerts,
  endZoneAlerts,
  mailThingAlerts,
} from '../../foundation/alerts/index.ts'
import { spansOf } from './visits.ts'

const DAY = 86_400_000
export const MAX_SPANS = 50_000
/** Alerts per run and rule; the rest follow a minute later. */
const TOLD_AT_ONCE = 200
/** Milliseconds within which alerts of a rule are grouped. */
const TOLD_TOGETHER = 60_000

export async function watchZones(kernel: Kernel): Promise<void> {
  const rules = await asSystem(kernel.pool, (db) =>
    db
      .select({ id: tables.zoneRule.id, companyId: tables.zoneRule.companyId })
      .from(tables.zoneRule)
      .where(eq(tables.zoneRule.isActive, true)),
  )
  for (const { id, companyId } of rules)
    await asSystemActor(kernel, companyId, (scope) => watchRule(scope, id)).catch(
      (error: unknown) =>
        kernel.log.error({ err: error, companyId, rule: id }, 'a rule of zones was not looked at'),
    )
}

async function watchRule(scope: Scope, id: Id<'zoneRule'>): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const [rule] = await db
    .select()
    .from(tables.zoneRule)
    .where(ofCompany(tables.zoneRule, companyId, eq(tables.zoneRule.id, id)))
  if (!rule?.isActive) return
  const now = clock.now().getTime()
  // Equipment that left before the rule existed causes no alert; idle or missing equipment does.
  const from = rule.kind === 'left' ? rule.since.getTime() : now - DAY - 2 * rule.minutes * 60_000
  const spans = await spansOf(scope, rule, new Date(from), MAX_SPANS)
  const lasting = zoneIncidents(rule, spans, { from, to: now }).filter(({ to }) => to === null)
  const open = await db
    .select({ id: tables.alert.id, equipmentId: tables.alert.equipmentId, at: tables.alert.at })
    .from(tables.alert)
    .where(
      ofCompany(
        tables.alert,
        companyId,
        eq(tables.alert.zoneRuleId, id),
        isNull(tables.alert.endedAt),
      ),
    )
  const isLasting = new Set(lasting.map(({ equipmentId }) => equipmentId))
  await endZoneAlerts(
    scope,
    open.filter(({ equipmentId }) => !isLasting.has(equipmentId)).map((one) => one.id),
  )
  const isOpen = new Set(open.map(({ equipmentId }) => Number(equipmentId ?? 0)))
  const begins = lasting.filter((one) => !isOpen.has(one.equipmentId ?? 0))
  if (rule.kind === 'fewer') {
    if (begins.length === 0) return
    const there = new Set(spans.filter(({ to }) => to === null).map((span) => span.equipmentId))
    await beginPlaceAlert(scope, rule, there.size)
    return
  }
  // Recipients alerted just now do not get one more for each further equipment.
  if (begins.length > 0 && !open.some(({ at }) => now - at.getTime() < TOLD_TOGETHER))
    await beginThingAlerts(
      scope,
      rule,
      begins.slice(0, TOLD_AT_ONCE).map((one) => one.equipmentId as Id<'equipment'>),
    )
  await mailThingAlerts(scope, rule)
}

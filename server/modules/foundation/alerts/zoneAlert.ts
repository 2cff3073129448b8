/** Alerts of a zone rule: sent once to those responsible for the equipment, resolved when over. */
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { zoneAlertKinds } from '#contract/alerts.ts'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { pushGroupOf } from '#contract/rules/pushGroups.ts'
import * as tables from '#db/schema/index.ts'
import { nameCollator } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { writeMessage } from '../messages/index.ts'
import { pushDueAt } from './pushDue.ts'
import { responsibleUsers } from './recipients.ts'
import { addressOf, saveAlert } from './send.ts'
import { isResponsibleFor } from './responsibleUsers.ts'
import { words } from './texts.ts'

type Rule = typeof tables.zoneRule.$inferSelect

const nothing = {
  procedureLogId: null,
  ticketId: null,
  runId: null,
  automationName: null,
  byName: null,
}
const NAMED = 10

/**
 * Alerts that too little equipment is at the rule's location; `there` is the number. Does nothing
 * if an alert is open.
 */
export async function beginPlaceAlert(scope: Scope, rule: Rule, there: number): Promise<void> {
  const about = { equipmentId: null, locationId: rule.locationId }
  const people = await responsibleUsers(scope, 'editor|equipment', about)
  const id = await saveAlert(
    scope,
    zoneAlertKinds[rule.kind],
    { ...nothing, ...about, level: 'warning', text: String(there), zoneRuleId: rule.id },
    people.map(({ id: userId }) => userId),
  )
  if (id === null) return
  const zone = await placeOf(scope, rule)
  await write(
    scope,
    rule,
    people.filter(({ hasMailAlerts }) => hasMailAlerts),
    ({ language }) => words[language].zone.fewer({ place: zone, there, minimum: rule.minimum }),
  )
}

/**
 * Alerts of one rule about several equipment share one time, by which the list groups them. While
 * one of them is open, later ones join the group, and the group's time is updated to now.
 */
export async function beginThingAlerts(
  scope: Scope,
  rule: Rule,
  things: readonly Id<'equipment'>[],
): Promise<void> {
  const {
    db,
    clock,
    actor: { companyId },
  } = scope
  const kind = rule.kind === 'idle' ? 'idle' : 'left'
  const now = clock.now()
  const begun = await db
    .insert(tables.alert)
    .values(
      things.map((equipmentId) => ({
        ...nothing,
        companyId,
        kind: zoneAlertKinds[kind],
        level: 'warning' as const,
        text: null,
        equipmentId,
        locationId: rule.locationId,
        zoneRuleId: rule.id,
        at: now,
        createdAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: tables.alert.id, equipmentId: tables.alert.equipmentId })
  if (begun.length === 0) return
  const told = toldOf(
    scope,
    rule,
    begun.map(({ id }) => id),
  )
  await db.execute(sql`insert into alert_recipient (company_id, alert_id, user_id, push_due_at)
    select ${companyId}, ${tables.alert.id}, ${tables.user.id},
      ${pushDueAt(scope, sql`${tables.user.id}`, sql`${pushGroupOf[zoneAlertKinds[kind]]}`)}
    from ${told} on conflict do nothing`)
  scope.changed(
    'Alert',
    'Equipment',
    ...begun.flatMap(({ equipmentId: id }) =>
      id === null ? [] : [{ type: 'Equipment' as const, id }],
    ),
  )
  const ofRule = ofCompany(tables.alert, companyId, eq(tables.alert.zoneRuleId, rule.id))
  const lasting = db
    .select({ at: tables.alert.at })
    .from(tables.alert)
    .where(and(ofRule, isNull(tables.alert.endedAt)))
  await db
    .update(tables.alert)
    .set({ at: now })
    .where(and(ofRule, inArray(tables.alert.at, lasting)))
}

const HOUR = 3_600_000

/**
 * Sends each reader one mail about what began since the last one and is visible to them, at most
 * once an hour.
 */
export async function mailThingAlerts(scope: Scope, rule: Rule): Promise<void> {
  const {
    db,
    clock,
    actor: { companyId },
  } = scope
  const now = clock.now()
  const { mailedAt } = rule
  if (mailedAt !== null && now.getTime() - mailedAt.getTime() < HOUR) return
  const begun = await db
    .select({ id: tables.alert.id, equipmentId: tables.alert.equipmentId })
    .from(tables.alert)
    .where(
      ofCompany(
        tables.alert,
        companyId,
        eq(tables.alert.zoneRuleId, rule.id),
        isNull(tables.alert.endedAt),
        mailedAt === null ? undefined : gt(tables.alert.createdAt, mailedAt),
      ),
    )
  if (begun.length === 0) return
  // Another server may do the same concurrently.
  const mine = await db
    .update(tables.zoneRule)
    .set({ mailedAt: now })
    .where(
      ofCompany(
        tables.zoneRule,
        companyId,
        eq(tables.zoneRule.id, rule.id),
        mailedAt === null
          ? isNull(tables.zoneRule.mailedAt)
          : eq(tables.zoneRule.mailedAt, mailedAt),
      ),
    )
    .returning({ id: tables.zoneRule.id })
  if (mine.length === 0) return
  const kind = rule.kind === 'idle' ? 'idle' : 'left'
  const told = toldOf(
    scope,
    rule,
    begun.map(({ id }) => id),
  )
  const { rows } = await db.execute<{ personId: number; language: Language; names: string[] }>(
    sql`select ${tables.user.personId} as "personId", ${tables.user.language} as language,
    array_agg(thing.name order by thing.id) as names
    from ${told} and ${tables.user.hasMailAlerts} group by ${tables.user.id}, ${tables.user.personId}, ${tables.user.language}`,
  )
  if (rows.length === 0) return
  const zone = await placeOf(scope, rule)
  const single = begun.length === 1 ? (begun[0]?.equipmentId ?? null) : null
  await write(
    scope,
    rule,
    await withAddresses(db, rows),
    ({ language, names }) => {
      const inOrder = names.toSorted(nameCollator({ actor: { language } }).compare)
      const [name = ''] = inOrder
      return names.length === 1
        ? words[language].zone[kind]({ name, place: zone })
        : words[language].zoneMany[kind]({
            names: inOrder.slice(0, NAMED),
            more: Math.max(0, names.length - NAMED),
            place: zone,
          })
    },
    single,
  )
}

const toldOf = ({ actor: { companyId } }: Scope, rule: Rule, ids: readonly Id<'alert'>[]) =>
  sql`${tables.alert} join ${tables.equipment} thing on thing.company_id = ${tables.alert.companyId}
    and thing.id = ${tables.alert.equipmentId}
    join ${tables.user} on ${tables.user.companyId} = ${tables.alert.companyId}
    where ${tables.alert.companyId} = ${companyId} and ${tables.alert.id} in (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )}) and ${isResponsibleFor('editor|equipment', rule.locationId)}`

async function placeOf(
  { db, actor: { companyId } }: Scope,
  { locationId, areaId }: Rule,
): Promise<string> {
  if (areaId !== null) {
    const [drawn] = await db
      .select({ name: tables.area.name })
      .from(tables.area)
      .where(ofCompany(tables.area, companyId, eq(tables.area.id, areaId)))
    return drawn?.name ?? ''
  }
  const [zone] = await db
    .select({ name: tables.location.name })
    .from(tables.location)
    .where(ofCompany(tables.location, companyId, eq(tables.location.id, locationId ?? sql`0`)))
  return zone?.name ?? ''
}

const withAddresses = <T extends { personId: number }>(db: Scope['db'], readers: readonly T[]) =>
  aboveCompanies(db, async (system) => {
    const people = await system
      .select({ id: tables.person.id, email: tables.person.email })
      .from(tables.person)
      .where(
        inArray(
          tables.person.id,
          readers.map(({ personId }) => personId),
        ),
      )
    const emails = new Map(people.map(({ id, email }) => [id, email]))
    return readers.flatMap((reader) => {
      const email = emails.get(reader.personId)
      return email === undefined ? [] : [{ ...reader, email }]
    })
  })

async function write<T extends { email: string; language: Language }>(
  { db, clock }: Scope,
  rule: Rule,
  readers: readonly T[],
  text: (reader: T) => string,
  equipmentId: Id<'equipment'> | null = null,
): Promise<void> {
  if (readers.length === 0) return
  await aboveCompanies(db, async (system) => {
    for (const reader of readers)
      await writeMessage(system, clock.now(), {
        channel: 'email',
        to: reader.email,
        language: reader.language,
        subject: words[reader.language].subject({ procedure: rule.name, thing: '', score: null }),
        text: text(reader),
        path: addressOf({ ...nothing, equipmentId }) ?? `/zones?view=alerts&id=${rule.id}`,
      })
  })
}

export async function endZoneAlerts(scope: Scope, ids: readonly Id<'alert'>[]): Promise<void> {
  if (ids.length === 0) return
  const ended = await scope.db
    .update(tables.alert)
    .set({ endedAt: scope.clock.now() })
    .where(
      ofCompany(
        tables.alert,
        scope.actor.companyId,
        inArray(tables.alert.id, [...ids]),
        isNull(tables.alert.endedAt),
      ),
    )
    .returning({ id: tables.alert.id })
  if (ended.length > 0) scope.changed('Alert')
}

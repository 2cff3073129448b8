import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { immediateAlerts, zoneIncidents } from '#contract/rules/zoneAlerts.ts'
import { REHEARSED_DAYS, type zones as contract, type ZoneRuleRow } from '#contract/zones.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { named } from '#kernel/events/journal.ts'
import { count, folded, orderOf, qualified, searchIn } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { updateVersioned } from '#kernel/data/updateVersioned.ts'
import { journalChange, type Journaled } from '#kernel/events/journalChange.ts'
import { countResponsible, endZoneAlerts } from '../../foundation/alerts/index.ts'
import { spansOf, type Watched } from './visits.ts'
import { MAX_SPANS } from './watch.ts'

/** Limited, because each is evaluated every twenty seconds. */
const MAX_RULES = 200

type Draft = z.output<typeof contract.createZoneRule.body>
type Question = z.output<typeof contract.listZoneRules.body>

/** A rule about a hidden location or type is hidden. */
export const visibleZoneRules = ({ from, actor: { companyId } }: Scope) =>
  ofCompany(
    tables.zoneRule,
    companyId,
    sql`coalesce(${tables.zoneRule.locationId} in (select ${tables.location.id} from ${tables.location}
      where ${from.ever.locations()}), true)`,
    sql`coalesce(${tables.zoneRule.equipmentTypeId} in (select ${tables.equipmentType.id} from ${tables.equipmentType}
      where ${from.equipmentTypes()}), true)`,
  )

async function rulesWhere(
  scope: Scope,
  where: ReturnType<typeof and>,
  { limit, offset, sort }: Pick<Question, 'limit' | 'offset' | 'sort'>,
): Promise<ZoneRuleRow[]> {
  const rows = await scope.db
    .select({
      rule: tables.zoneRule,
      location: { id: tables.location.id, name: tables.location.name },
      area: { id: tables.area.id, name: tables.area.name },
      equipmentType: { id: tables.equipmentType.id, name: tables.equipmentType.name },
      open: qualified(
        sql<number>`(select count(*)::int from ${tables.alert} where ${tables.alert.companyId} = ${tables.zoneRule.companyId}
          and ${tables.alert.zoneRuleId} = ${tables.zoneRule.id} and ${tables.alert.endedAt} is null)`,
      ),
    })
    .from(tables.zoneRule)
    .leftJoin(tables.location, joinOn(tables.location, tables.zoneRule.locationId))
    .leftJoin(tables.area, joinOn(tables.area, tables.zoneRule.areaId))
    .leftJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.zoneRule.equipmentTypeId))
    .where(and(visibleZoneRules(scope), where))
    .orderBy(
      ...orderOf(scope, sort, { name: tables.zoneRule.name }, tables.zoneRule.id, [
        byName(scope, tables.zoneRule.name),
        asc(tables.zoneRule.id),
      ]),
    )
    .limit(limit)
    .offset(offset)
  return rows.map(({ rule, location, area: drawn, equipmentType: type, open }) => ({
    id: rule.id,
    name: rule.name,
    kind: rule.kind,
    locationId: rule.locationId,
    areaId: rule.areaId,
    equipmentTypeId: rule.equipmentTypeId,
    minimum: rule.minimum,
    minutes: rule.minutes,
    isActive: rule.isActive,
    location,
    area: drawn,
    equipmentType: type,
    open,
    version: rule.version,
  }))
}

const nameSearched = folded(tables.zoneRule.name)

export async function listZoneRules(scope: Scope, { search, ruleId, ...page }: Question) {
  const where = and(
    searchIn(nameSearched, search),
    ruleId === undefined ? undefined : eq(tables.zoneRule.id, ruleId),
  )
  const [total] = await scope.db
    .select({ count })
    .from(tables.zoneRule)
    .where(and(visibleZoneRules(scope), where))
  return { count: total?.count ?? 0, rows: await rulesWhere(scope, where, page) }
}

async function oneRule(scope: Scope, id: Id<'zoneRule'>): Promise<ZoneRuleRow> {
  const [row] = await rulesWhere(scope, eq(tables.zoneRule.id, id), { limit: 1, offset: 0 })
  if (!row) throw refuseNotFound('zone rule')
  return row
}

async function checkQuestion(
  { db, from, actor: { companyId } }: Scope,
  draft: Watched & { minutes: number },
): Promise<void> {
  if (draft.locationId === null && draft.areaId === null && draft.kind !== 'idle')
    throw badInput('body.locationId', 'required', 'Say which place it is about.')
  if (draft.locationId !== null) {
    const found = await db
      .select({ id: tables.location.id })
      .from(tables.location)
      .where(from.locations(eq(tables.location.id, draft.locationId)))
    if (found.length === 0) throw refuseNotFound('location', 'body.locationId')
  }
  if (draft.areaId !== null) {
    if (draft.locationId !== null)
      throw badInput('body.areaId', 'oneTarget', 'Name a location or an area, not both.')
    const found = await db
      .select({ id: tables.area.id })
      .from(tables.area)
      .where(ofCompany(tables.area, companyId, eq(tables.area.id, draft.areaId)))
    if (found.length === 0) throw refuseNotFound('area', 'body.areaId')
  }
  if (draft.equipmentTypeId !== null) {
    const found = await db
      .select({ id: tables.equipmentType.id })
      .from(tables.equipmentType)
      .where(from.equipmentTypes(eq(tables.equipmentType.id, draft.equipmentTypeId)))
    if (found.length === 0) throw refuseNotFound('equipment type', 'body.equipmentTypeId')
  }
  if (draft.kind === 'idle' && draft.minutes < 1)
    throw badInput('body.minutes', 'too_small', 'At least one minute.')
}

async function checkName(
  { db, actor: { companyId } }: Scope,
  draft: { name: string },
  own: Id<'zoneRule'> | null,
): Promise<void> {
  const [all] = await db
    .select({ count })
    .from(tables.zoneRule)
    .where(ofCompany(tables.zoneRule, companyId))
  if (own === null && (all?.count ?? 0) >= MAX_RULES)
    throw conflict('There are as many rules as a company may have.', [
      { path: '', code: 'zoneRulesFull', message: String(MAX_RULES) },
    ])
  const [other] = await db
    .select({ id: tables.zoneRule.id })
    .from(tables.zoneRule)
    .where(
      ofCompany(
        tables.zoneRule,
        companyId,
        eq(sql`lower(${tables.zoneRule.name})`, draft.name.toLowerCase()),
        own === null ? undefined : ne(tables.zoneRule.id, own),
      ),
    )
  if (other)
    throw conflict('Another rule has this name.', [
      { path: 'body.name', code: 'taken', message: draft.name },
    ])
}

const journaled: Journaled<ZoneRuleRow, 'zoneRule'> = {
  entity: 'zoneRule',
  nameOf: (row) => row.name,
  fieldsOf: (row) => ({
    name: row.name,
    zoneKind: row.kind,
    location: row.location && named('location', row.location),
    area: row.area?.name ?? null,
    equipmentType: row.equipmentType && named('equipmentType', row.equipmentType),
    minimum: row.kind === 'fewer' ? row.minimum : null,
    minutes: row.minutes,
    isActive: row.isActive,
  }),
}

export async function createZoneRule(scope: Scope, draft: Draft): Promise<ZoneRuleRow> {
  await checkQuestion(scope, draft)
  await checkName(scope, draft, null)
  const [made] = await scope.db
    .insert(tables.zoneRule)
    .values({ ...draft, companyId: scope.actor.companyId, since: scope.clock.now() })
    .returning({ id: tables.zoneRule.id })
  if (!made) throw new Error('The rule was not kept')
  const after = await oneRule(scope, made.id)
  await journalChange(scope, journaled, null, after)
  return after
}

/** A changed rule starts over and resolves its alerts. A new name alone changes nothing else. */
export function updateZoneRule(
  scope: Scope,
  id: Id<'zoneRule'>,
  { version, ...draft }: Draft & { version: number },
): Promise<ZoneRuleRow> {
  const asksOtherwise = (before: ZoneRuleRow) =>
    JSON.stringify(questionOf(draft)) !== JSON.stringify(questionOf(before))
  const isOther = (before: ZoneRuleRow) =>
    asksOtherwise(before) || draft.isActive !== before.isActive
  return updateVersioned(scope, tables.zoneRule, {
    id,
    version,
    read: () => oneRule(scope, id),
    async set(before) {
      if (asksOtherwise(before)) await checkQuestion(scope, draft)
      await checkName(scope, draft, id)
      return { ...draft, ...(isOther(before) && { since: scope.clock.now(), mailedAt: null }) }
    },
    async afterWrite(_written, before) {
      if (isOther(before)) await endAll(scope, id)
    },
    journal: journaled,
  })
}

const questionOf = (rule: Omit<Draft, 'name' | 'isActive'>) => [
  rule.kind,
  rule.locationId,
  rule.areaId,
  rule.equipmentTypeId,
  rule.minimum,
  rule.minutes,
]

async function endAll(scope: Scope, id: Id<'zoneRule'>): Promise<void> {
  const open = await scope.db
    .select({ id: tables.alert.id })
    .from(tables.alert)
    .where(
      ofCompany(
        tables.alert,
        scope.actor.companyId,
        eq(tables.alert.zoneRuleId, id),
        isNull(tables.alert.endedAt),
      ),
    )
  await endZoneAlerts(
    scope,
    open.map((one) => one.id),
  )
}

export async function deleteZoneRule(scope: Scope, id: Id<'zoneRule'>): Promise<void> {
  const before = await oneRule(scope, id)
  await scope.db
    .delete(tables.zoneRule)
    .where(ofCompany(tables.zoneRule, scope.actor.companyId, eq(tables.zoneRule.id, id)))
  await journalChange(scope, journaled, before, null)
}

const SHOWN = 20

/** Visits are roughly in order of time. */
async function beginningOf({ db, actor: { companyId } }: Scope): Promise<number | null> {
  const [first] = await db
    .select({ at: tables.visit.enteredAt })
    .from(tables.visit)
    .where(ofCompany(tables.visit, companyId))
    .orderBy(asc(tables.visit.id))
    .limit(1)
  return first?.at.getTime() ?? null
}

export async function previewZoneRule(
  scope: Scope,
  question: z.output<typeof contract.previewZoneRule.body>,
) {
  await checkQuestion(scope, question)
  const now = scope.clock.now()
  const there = (await spansOf(scope, question, now, MAX_SPANS)).filter(({ to }) => to === null)
  return {
    things: new Set(there.map(({ equipmentId }) => equipmentId)).size,
    isCut: there.length === MAX_SPANS,
    people: await countResponsible(scope, 'editor|equipment', question),
    atOnce: immediateAlerts(question, there, now.getTime()),
  }
}

export async function rehearseZoneRule(
  scope: Scope,
  question: z.output<typeof contract.rehearseZoneRule.body>,
) {
  await checkQuestion(scope, question)
  const to = scope.clock.now().getTime()
  const back = to - REHEARSED_DAYS * 86_400_000
  // Before the first visit, presence is unknown, which differs from absent.
  const first = await beginningOf(scope)
  const from = Math.max(back, first ?? to)
  const spans = await spansOf(scope, question, new Date(from), MAX_SPANS)
  const names = new Map(spans.map(({ equipmentId, name }) => [Number(equipmentId), name]))
  const told = zoneIncidents(question, spans, { from, to }).sort((a, b) => b.from - a.from)
  return {
    count: told.length,
    isCut: spans.length === MAX_SPANS,
    recordedSince: from === back ? null : new Date(from).toISOString(),
    rows: told.slice(0, SHOWN).map((one) => ({
      equipment:
        one.equipmentId === null
          ? null
          : { id: one.equipmentId as Id<'equipment'>, name: names.get(one.equipmentId) ?? '' },
      from: new Date(one.from).toISOString(),
      to: one.to === null ? null : new Date(one.to).toISOString(),
    })),
  }
}

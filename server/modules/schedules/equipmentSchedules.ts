/** Equipment with schedules: which apply, what is open and late, the last and next dates. */
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { rrules as contract } from '#contract/rrules/rrules.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import {
  equipment,
  equipmentType,
  location,
  occurrence,
  procedure,
  rrule,
  rruleObject,
} from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, equipmentFilter, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { draftOf, timeOf } from './readRules.ts'
import { madeOf, nextAfter } from './runner.ts'
import { planOf } from './schedule.ts'

type Question = z.output<typeof contract.listEquipmentSchedules.body>
type Answer = z.input<typeof contract.listEquipmentSchedules.response>
type Row = Answer['rows'][number]

export async function equipmentSchedules(scope: Scope, body: Question): Promise<Answer> {
  const { db, from } = scope
  const mine = sql`${occurrence.companyId} = ${equipment.companyId}
    and ${occurrence.equipmentId} = ${equipment.id}
    and ${occurrence.procedureId} in (select ${procedure.id} from ${procedure}
    where ${from.procedures(body.procedureIds?.length ? inArray(procedure.id, body.procedureIds) : undefined)})`
  const open = sql`${mine} and ${occurrence.state} in ('due', 'late')`
  const lateCount = sql<number>`(select count(*)::int from ${occurrence}
    where ${mine} and ${occurrence.state} = 'late')`
  const dueBy = sql<
    string | null
  >`(select min(coalesce(${occurrence.dueBy}, ${occurrence.at})) from ${occurrence} where ${open})`
  const where = from.equipment(
    searchIn(equipment.search, body.search),
    equipmentFilter(body.filter),
    body.isLate === true ? sql`${lateCount} > 0` : undefined,
    sql`exists (select from ${rruleObject}
      where ${rruleObject.companyId} = ${equipment.companyId}
      and ${rruleObject.equipmentId} = ${equipment.id}
      and ${rruleObject.rruleId} in (${ruleIds(scope, body)}))`,
  )
  const [total] = await db
    .select({ count })
    .from(equipment)
    .innerJoin(equipmentType, joinOn(equipmentType, equipment.typeId))
    .where(where)
  const rows = await db
    .select({
      id: equipment.id,
      name: equipment.name,
      type: { id: equipmentType.id, name: equipmentType.name },
      location: { id: location.id, name: location.name },
      openCount: sql<number>`(select count(*)::int from ${occurrence} where ${open})`,
      lateCount,
      dueBy,
      lastDoneAt: sql<string | null>`(select max(${occurrence.doneAt}) from ${occurrence}
        where ${mine} and ${occurrence.state} = 'done')`,
    })
    .from(equipment)
    .innerJoin(equipmentType, joinOn(equipmentType, equipment.typeId))
    .leftJoin(location, and(joinOn(location, equipment.locationId), from.locations()))
    .where(where)
    .orderBy(
      ...orderOf(body.sort, { name: equipment.name, dueBy, lateCount }, equipment.id, [
        sql`${dueBy} asc nulls last`,
        asc(equipment.name),
        asc(equipment.id),
      ]),
    )
    .limit(body.limit)
    .offset(body.offset)
  const rules = await rulesOf(
    scope,
    body,
    rows.map(({ id }) => id),
  )
  return {
    count: total?.count ?? 0,
    rows: rows.map((row): Row => ({
      ...row,
      dueBy: instantOf(row.dueBy),
      lastDoneAt: instantOf(row.lastDoneAt),
      ...(rules.get(row.id) ?? { rules: [], nextAt: null }),
    })),
  }
}

const instantOf = (value: string | null): string | null => value && new Date(value).toISOString()

/** Requested schedules whose procedure the user may see. */
function ruleIds({ db, from }: Scope, { procedureIds }: Question) {
  return db
    .select({ id: rrule.id })
    .from(rrule)
    .innerJoin(procedure, joinOn(procedure, rrule.procedureId))
    .where(
      from.procedures(
        isNull(rrule.deletedAt),
        procedureIds?.length ? inArray(rrule.procedureId, procedureIds) : undefined,
      ),
    )
}

type Rule = typeof rrule.$inferSelect

/** The schedules of each equipment, and the earliest next date. */
async function rulesOf(
  scope: Scope,
  body: Question,
  ids: readonly Id<'equipment'>[],
): Promise<Map<Id<'equipment'>, Pick<Row, 'rules' | 'nextAt'>>> {
  if (ids.length === 0) return new Map()
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const under = await db
    .select({ equipmentId: rruleObject.equipmentId, rule: rrule, procedure: procedure.name })
    .from(rruleObject)
    .innerJoin(rrule, joinOn(rrule, rruleObject.rruleId))
    .innerJoin(procedure, joinOn(procedure, rrule.procedureId))
    .where(
      and(
        eq(rruleObject.companyId, companyId),
        inArray(rruleObject.equipmentId, [...ids]),
        inArray(rrule.id, ruleIds(scope, body)),
      ),
    )
    .orderBy(asc(procedure.name), asc(rrule.id))
  const time = await timeOf(scope)
  const now = clock.now().toISOString()
  const byCalendar = new Map<number, string | null>()
  /**
   * A calendar schedule has the same dates for all its equipment, so it is expanded once per page.
   */
  const nextOfCalendar = (rule: Rule): string | null => {
    const known = byCalendar.get(rule.id)
    if (known !== undefined) return known
    const next =
      planOf(draftOf(rule), time, { from: now, limit: 3 }).find(
        ({ outcome }) => outcome !== 'skipped',
      )?.at ?? null
    byCalendar.set(rule.id, next)
    return next
  }
  const rolling = await madeByRolling(
    scope,
    [...new Set(under.filter(({ rule }) => rule.kind === 'rolling').map(({ rule }) => rule.id))],
    ids,
  )
  const nextOf = (rule: Rule, equipmentId: number): string | null => {
    if (!rule.isActive) return null
    return rule.kind === 'specific'
      ? nextOfCalendar(rule)
      : nextAfter(rule, time, (rolling.get(`${rule.id}/${equipmentId}`) ?? []).map(madeOf))
  }
  return new Map(
    [...groupBy(under, ({ equipmentId }) => equipmentId)].flatMap(([equipmentId, those]) =>
      equipmentId === null
        ? []
        : [
            [
              equipmentId,
              {
                rules: those.map(({ rule, procedure: name }) => ({
                  id: rule.id,
                  name: rule.name ?? name,
                })),
                nextAt:
                  those
                    .map(({ rule }) => nextOf(rule, equipmentId))
                    .filter((at): at is string => at !== null)
                    .toSorted()[0] ?? null,
              },
            ] as const,
          ],
    ),
  )
}

/**
 * Past occurrences of rolling schedules by schedule and equipment: the next date depends on them.
 */
async function madeByRolling(
  { db, actor: { companyId } }: Scope,
  rules: readonly Id<'rrule'>[],
  ids: readonly Id<'equipment'>[],
) {
  if (rules.length === 0) return new Map<string, (typeof occurrence.$inferSelect)[]>()
  const made = await db
    .select()
    .from(occurrence)
    .where(
      and(
        eq(occurrence.companyId, companyId),
        inArray(occurrence.rruleId, [...rules]),
        inArray(occurrence.equipmentId, [...ids]),
      ),
    )
    // The newest of each first, so that one with many dates does not crowd out the others.
    .orderBy(
      sql`row_number() over (partition by ${occurrence.rruleId}, ${occurrence.equipmentId}
        order by ${occurrence.at} desc)`,
      desc(occurrence.at),
    )
    .limit(20_000)
  return groupBy(made, ({ rruleId, equipmentId }) => `${rruleId}/${equipmentId ?? 0}`)
}

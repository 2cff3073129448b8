import { and, asc, desc, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { rrules as contract } from '#contract/rrules/rrules.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, equipmentFilter, orderOf, searchRows } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { timeOf } from '../../foundation/company/index.ts'
import { draftOf } from './readRules.ts'
import { toMadeOccurrence } from './carryOut.ts'
import { nextAfter } from './runner.ts'
import { planOf } from './schedule.ts'

type Question = z.output<typeof contract.listEquipmentSchedules.body>
type Answer = z.input<typeof contract.listEquipmentSchedules.response>
type Row = Answer['rows'][number]

export async function equipmentSchedules(scope: Scope, body: Question): Promise<Answer> {
  const { db, from } = scope
  const mine = sql`${tables.occurrence.companyId} = ${tables.equipment.companyId}
    and ${tables.occurrence.equipmentId} = ${tables.equipment.id}
    and ${tables.occurrence.procedureId} in (select ${tables.procedure.id} from ${tables.procedure}
    where ${from.procedures(body.procedureIds?.length ? inArray(tables.procedure.id, body.procedureIds) : undefined)})`
  const open = sql`${mine} and ${tables.occurrence.state} in ('due', 'late')`
  const lateCount = sql<number>`(select count(*)::int from ${tables.occurrence}
    where ${mine} and ${tables.occurrence.state} = 'late')`
  const dueBy = sql<
    string | null
  >`(select min(coalesce(${tables.occurrence.dueBy}, ${tables.occurrence.at})) from ${tables.occurrence} where ${open})`
  const where = from.equipment(
    searchRows(scope, tables.equipment, body.search),
    equipmentFilter(body.filter),
    body.isLate === true ? sql`${lateCount} > 0` : undefined,
    sql`exists (select from ${tables.rruleObject}
      where ${tables.rruleObject.companyId} = ${tables.equipment.companyId}
      and ${tables.rruleObject.equipmentId} = ${tables.equipment.id}
      and ${tables.rruleObject.rruleId} in (${ruleIds(scope, body)}))`,
  )
  const [total] = await db
    .select({ count })
    .from(tables.equipment)
    .innerJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .where(where)
  const rows = await db
    .select({
      id: tables.equipment.id,
      name: tables.equipment.name,
      type: { id: tables.equipmentType.id, name: tables.equipmentType.name },
      location: { id: tables.location.id, name: tables.location.name },
      openCount: sql<number>`(select count(*)::int from ${tables.occurrence} where ${open})`,
      lateCount,
      dueBy,
      lastDoneAt: sql<
        string | null
      >`(select max(${tables.occurrence.doneAt}) from ${tables.occurrence}
        where ${mine} and ${tables.occurrence.state} = 'done')`,
    })
    .from(tables.equipment)
    .innerJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .leftJoin(
      tables.location,
      and(joinOn(tables.location, tables.equipment.locationId), from.locations()),
    )
    .where(where)
    .orderBy(
      ...orderOf(
        scope,
        body.sort,
        { name: tables.equipment.name, dueBy, lateCount },
        tables.equipment.id,
        [
          sql`${dueBy} asc nulls last`,
          byName(scope, tables.equipment.name),
          asc(tables.equipment.id),
        ],
      ),
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

function ruleIds({ db, from }: Scope, { procedureIds }: Question) {
  return db
    .select({ id: tables.rrule.id })
    .from(tables.rrule)
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.rrule.procedureId))
    .where(
      from.procedures(
        isNull(tables.rrule.deletedAt),
        procedureIds?.length ? inArray(tables.rrule.procedureId, procedureIds) : undefined,
      ),
    )
}

type Rule = typeof tables.rrule.$inferSelect

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
    .select({
      equipmentId: tables.rruleObject.equipmentId,
      expectedAt: tables.rruleObject.nextAt,
      rule: tables.rrule,
      procedure: tables.procedure.name,
    })
    .from(tables.rruleObject)
    .innerJoin(tables.rrule, joinOn(tables.rrule, tables.rruleObject.rruleId))
    .innerJoin(tables.procedure, joinOn(tables.procedure, tables.rrule.procedureId))
    .where(
      ofCompany(
        tables.rruleObject,
        companyId,
        inArray(tables.rruleObject.equipmentId, [...ids]),
        inArray(tables.rrule.id, ruleIds(scope, body)),
      ),
    )
    .orderBy(byName(scope, tables.procedure.name), asc(tables.rrule.id))
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
  const nextOf = (rule: Rule, equipmentId: number, expectedAt: Date | null): string | null => {
    if (!rule.isActive) return null
    if (rule.kind === 'byUse') return expectedAt?.toISOString() ?? null
    return rule.kind === 'specific'
      ? nextOfCalendar(rule)
      : nextAfter(
          rule,
          time,
          (rolling.get(`${rule.id}/${equipmentId}`) ?? []).map(toMadeOccurrence),
        )
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
                    .map(({ rule, expectedAt }) => nextOf(rule, equipmentId, expectedAt))
                    .filter((at): at is string => at !== null)
                    .toSorted()[0] ?? null,
              },
            ] as const,
          ],
    ),
  )
}

async function madeByRolling(
  { db, actor: { companyId } }: Scope,
  rules: readonly Id<'rrule'>[],
  ids: readonly Id<'equipment'>[],
) {
  if (rules.length === 0) return new Map<string, (typeof tables.occurrence.$inferSelect)[]>()
  const made = await db
    .select()
    .from(tables.occurrence)
    .where(
      ofCompany(
        tables.occurrence,
        companyId,
        inArray(tables.occurrence.rruleId, [...rules]),
        inArray(tables.occurrence.equipmentId, [...ids]),
      ),
    )
    // Ordered by rank within each schedule, so that a schedule with many dates does not crowd out
    // others.
    .orderBy(
      sql`row_number() over (partition by ${tables.occurrence.rruleId}, ${tables.occurrence.equipmentId}
        order by ${tables.occurrence.at} desc)`,
      desc(tables.occurrence.at),
    )
    .limit(20_000)
  return groupBy(made, ({ rruleId, equipmentId }) => `${rruleId}/${equipmentId ?? 0}`)
}

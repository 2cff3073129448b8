import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Reference, ReferenceKind } from '#contract/journal/references.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import { called, type Called } from '#kernel/data/entityNames.ts'
import type { From } from '#kernel/access/rights.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { visibleCards, visibleDashboards } from '#kernel/access/dashboardRights.ts'

interface Named extends Called {
  alive?: SQL
  seen?(from: From, scope: Scope): SQL
}

const named: Record<ReferenceKind, Named> = {
  ...called,
  user: { ...called.user, alive: eq(tables.user.isActive, true) },
  surveyQuestion: {
    ...called.surveyQuestion,
    alive: isNull(tables.surveyQuestion.deletedAt),
    seen: (from) => ofSeenProcedure(from),
  },
  surveyAnswer: {
    ...called.surveyAnswer,
    alive: isNull(tables.surveyAnswer.deletedAt),
    seen: (from) =>
      sql`${tables.surveyAnswer.questionId} in (select ${tables.surveyQuestion.id} from ${tables.surveyQuestion}
        where ${ofSeenProcedure(from)})`,
  },
  automation: { ...called.automation, seen: (from) => from.automations() },
  procedure: {
    ...called.procedure,
    alive: isNull(tables.procedure.deletedAt),
    seen: (from) => from.procedures(),
  },
  procedureType: { ...called.procedureType, seen: (from) => from.procedureTypes() },
  equipment: {
    ...called.equipment,
    alive: isNull(tables.equipment.deletedAt),
    seen: (from) => from.equipment(),
  },
  equipmentType: { ...called.equipmentType, seen: (from) => from.equipmentTypes() },
  location: {
    ...called.location,
    alive: isNull(tables.location.deletedAt),
    seen: (from) => from.locations(),
  },
  locationType: { ...called.locationType, seen: (from) => from.locationTypes() },
  dashboard: { ...called.dashboard, seen: (_from, scope) => visibleDashboards(scope) },
  dashboardItem: { ...called.dashboardItem, seen: (_from, scope) => visibleCards(scope) },
  duty: { ...called.duty, seen: (from) => from.duties() },
  rrule: { ...called.rrule, alive: isNull(tables.rrule.deletedAt), seen: (from) => from.rrules() },
}

const ofSeenProcedure = (from: From): SQL =>
  sql`${tables.surveyQuestion.procedureId} in (select ${tables.procedure.id} from ${tables.procedure}
    where ${from.procedures()})`

/** One statement for all kinds. `company` ignores permissions; use it only to check existence. */
export async function namesOf(
  scope: Scope,
  references: readonly Reference[],
  accessScope: 'viewer' | 'company' = 'viewer',
): Promise<(Reference & { name: string })[]> {
  const { db, actor, from } = scope
  const asked = [...groupBy(references, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const { table, companyId, id, name, alive, seen } = named[kind]
    const ids = [...new Set(ofKind.map((reference) => reference.id))]
    const where = and(
      eq(companyId, actor.companyId),
      sql`${id} = any(${intArray(ids)})`,
      alive,
      accessScope === 'viewer' ? seen?.(from, scope) : undefined,
    )
    return sql`select ${kind}::text as kind, ${id} as id, ${name} as name from ${table} where ${where}`
  })
  if (asked.length === 0) return []
  const { rows } = await db.execute<{ kind: ReferenceKind; id: number; name: string }>(
    sql.join(asked, sql` union all `),
  )
  return rows.map(({ kind, id, name }) => ({ kind, id, name }))
}

/** References to deleted records whose last name the user may see, as `kind:id`. */
export async function mayHearOf(
  scope: Scope,
  missing: readonly Reference[],
): Promise<ReadonlySet<string>> {
  const { db, from, actor } = scope
  const heard = new Set<string>()
  const tableOf = {
    equipment: { table: tables.equipment, where: from.ever.equipment() },
    location: { table: tables.location, where: from.ever.locations() },
    procedure: { table: tables.procedure, where: from.ever.procedures() },
  }
  const readsAllTypes = {
    equipmentType: actor.equipmentTypeIds === null,
    locationType: actor.locationTypeIds === null,
    procedureType: actor.procedureTypeIds === null,
  }
  await Promise.all(
    [...groupBy(missing, ({ kind }) => kind)].map(async ([kind, ofKind]) => {
      const ids = ofKind.map(({ id }) => id)
      if (kind in tableOf) {
        const { table, where } = tableOf[kind as keyof typeof tableOf]
        const rows = await db
          .select({ id: sql<number>`${table.id}` })
          .from(table)
          .where(and(where, inArray(sql`${table.id}`, ids)))
        for (const { id } of rows) heard.add(`${kind}:${id}`)
      } else if (!(kind in readsAllTypes) || readsAllTypes[kind as keyof typeof readsAllTypes]) {
        for (const id of ids) heard.add(`${kind}:${id}`)
      }
    }),
  )
  return heard
}

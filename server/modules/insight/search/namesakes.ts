import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { fold } from '#contract/rules/fold.ts'
import type { NamesakeKind, search as contract } from '#contract/search.ts'
import { similarText } from '#db/foldText.ts'
import * as tables from '#db/schema/index.ts'
import { visibleCards, visibleDashboards } from '#kernel/access/dashboardRights.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { withFound } from '#kernel/data/listPages.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { visibleZoneRules } from '../../site/zones/index.ts'

type Question = z.output<typeof contract.findNamesakes.body>
type Answer = z.input<typeof contract.findNamesakes.response>

const MAX_SHOWN = 3
/** Minimum characters. Shorter names are common, so the search would compare every row. */
const MIN_LETTERS = 2

interface Named {
  table: PgTable & { id: AnyPgColumn; companyId: AnyPgColumn }
  name: SQLWrapper
  visible: SQL
  hint?: SQL
  first?: SQL
}

export async function findNamesakes(scope: Scope, question: Question): Promise<Answer> {
  const { kind, name, exceptId } = question
  if (fold(name).replaceAll(/\s/g, '').length < MIN_LETTERS) return { count: 0, rows: [] }
  const { table, name: column, visible, hint, first } = namedBy(scope, question)
  // The trigram index finds the few rows that contain every word.
  const indexed =
    kind === 'equipment' ? tables.equipment : kind === 'location' ? tables.location : undefined
  const order = [...(first === undefined ? [] : [first]), byName(scope, column), sql`${table.id}`]
  const { rows } = await scope.db.execute<{
    id: number
    name: string
    hint: string | null
    count: number
  }>(sql`${indexed === undefined ? sql`` : withFound(scope, indexed, name)}
    select ${table.id} as id, ${column} as name, ${hint ?? sql`null`} as hint, count(*) over ()::int as count
    from ${indexed === undefined ? table : sql`found as ${table}`}
    where ${visible} and ${similarText(column)} = ${similarText(sql`${name}::text`)}
      and ${exceptId === undefined ? sql`true` : sql`${table.id} <> ${exceptId}`}
    order by ${sql.join(order, sql`, `)} limit ${MAX_SHOWN}`)
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map(({ count: _count, ...row }) => row),
  }
}

function namedBy(scope: Scope, { kind, parentId }: Question): Named {
  const { from, actor } = scope
  if (kind === 'equipment')
    return {
      table: tables.equipment,
      name: tables.equipment.name,
      visible: from.equipment(),
      hint: sql`${tables.equipment.equipmentId}`,
    }
  if (kind === 'location')
    return {
      table: tables.location,
      name: tables.location.name,
      visible: from.locations(),
      hint: nameOfParent(scope),
      first: sql`${tables.location.parentId} is distinct from ${parentId ?? null}::int`,
    }
  if (kind === 'procedure')
    return {
      table: tables.procedure,
      name: tables.procedure.name,
      visible: from.procedures(),
    }
  if (kind === 'user')
    return {
      table: tables.user,
      name: sql`(${tables.user.firstName} || ' ' || ${tables.user.lastName})`,
      visible: ofCompany(tables.user, actor.companyId),
    }
  if (kind === 'dynamicDashboard')
    return {
      table: tables.dynamicDashboard,
      name: tables.dynamicDashboard.title,
      visible: ofCompany(tables.dynamicDashboard, actor.companyId),
    }
  const table = lists[kind]
  const restricted: Partial<Record<NamesakeKind, SQL>> = {
    rrule: from.rrules(),
    sensor: from.ever.sensors(),
    zoneRule: visibleZoneRules(scope),
    duty: from.duties(),
    dashboard: visibleDashboards(scope),
    dashboardItem: visibleCards(scope),
    equipmentType: from.equipmentTypes(),
    locationType: from.locationTypes(),
    procedureType: from.procedureTypes(),
  }
  return {
    table,
    name: table.name,
    visible: restricted[kind] ?? ofCompany(table, actor.companyId),
  }
}

/** Null if the user may not see the parent. */
function nameOfParent({ from }: Scope): SQL {
  const seen = sql`select ${tables.location.id} as id, ${tables.location.name} as name
    from ${tables.location} where ${from.locations()}`
  return sql`(select parent.name from (${seen}) as parent where parent.id = ${tables.location.parentId})`
}

type ListKind = Exclude<
  NamesakeKind,
  'equipment' | 'location' | 'procedure' | 'user' | 'dynamicDashboard'
>

const lists = {
  orgEntity: tables.orgEntity,
  inventoryItem: tables.inventoryItem,
  equipmentType: tables.equipmentType,
  equipmentStatus: tables.equipmentStatus,
  locationType: tables.locationType,
  tag: tables.tag,
  procedureType: tables.procedureType,
  ticketType: tables.ticketType,
  metadataField: tables.metadataField,
  assignRule: tables.assignRule,
  validationType: tables.validationType,
  progressMap: tables.progressMap,
  fellowType: tables.fellowType,
  gatewayType: tables.gatewayType,
  sensorType: tables.sensorType,
  meterType: tables.meterType,
  apiHook: tables.apiHook,
  rrule: tables.rrule,
  sensor: tables.sensor,
  role: tables.role,
  zoneRule: tables.zoneRule,
  duty: tables.duty,
  area: tables.area,
  dashboard: tables.dashboard,
  dashboardItem: tables.dashboardItem,
} satisfies Record<ListKind, Named['table'] & { name: AnyPgColumn }>

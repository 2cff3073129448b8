import { desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { related as contract, RELATED_ROWS } from '#contract/related.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { automationsNaming } from '../../work/automations/index.ts'
import { dashboardsCounting, doneLogsWhere } from '../dashboards/index.ts'
import { dynamicDashboardsCounting } from '../dynamicDashboards/index.ts'
import { fellowTrees } from '../../site/equipment/index.ts'
import { ownersOf } from '../../foundation/orgEntities/index.ts'
import { procedureLogHandlers } from '../../work/procedureLogs/index.ts'
import { listBeacons } from '../../site/positions/index.ts'
import { scheduleHandlers } from '../../work/schedules/index.ts'
import { ticketHandlers } from '../../work/tickets/index.ts'

type Answer = z.input<typeof contract.getRelated.response>

const page = { limit: RELATED_ROWS, offset: 0 }
const notClosed = ['open', 'inProgress', 'waiting'] as const

export function relatedHandlers(kernel: Kernel): Handlers<typeof contract> {
  const schedules = scheduleHandlers(kernel)
  return {
    async getRelated(scope, { params: { id }, wire }): Promise<Answer> {
      const row = await seen(scope, id)
      const filter = { equipmentIds: [id] }
      const [tree] = (await fellowTrees(scope, { equipmentId: id, ...page })).rows
      const tickets = await ticketHandlers.listTickets(scope, {
        params: undefined,
        body: { filter, sort: '-openedAt', ...page },
        wire,
      })
      const waiting = await ticketHandlers.listTickets(scope, {
        params: undefined,
        body: { filter, categories: [...notClosed], limit: 1, offset: 0 },
        wire,
      })
      const occurrences = await schedules.listOccurrences(scope, {
        params: undefined,
        body: { equipmentId: id, states: ['late', 'due', 'planned'], sort: 'at', ...page },
        wire,
      })
      const ruled = await schedules.listEquipmentSchedules(scope, {
        params: undefined,
        body: { filter, limit: 1, offset: 0 },
        wire,
      })
      const logs = await procedureLogHandlers.listProcedureLogs(scope, {
        params: undefined,
        body: { filter, sort: '-doneAt', ...page },
        wire,
      })
      const counted = {
        ...row,
        ...(await doneLogsWhere(scope)),
        orgEntityIds: (await ownersOf(scope))(row.orgEntityId),
      }
      const boards = [
        ...(await dashboardsCounting(scope, counted)),
        ...(await dynamicDashboardsCounting(scope, counted)),
      ].toSorted((one, other) => Number(other.isMeant) - Number(one.isMeant))
      return {
        fellows: tree ?? null,
        tickets,
        openTickets: waiting.count,
        occurrences,
        rules: ruled.rows.flatMap(({ rules }) => rules),
        logs,
        automations: scope.can('editor|automations')
          ? await automationsNaming(
              scope,
              [
                { kind: 'equipment', id },
                { kind: 'equipmentType', id: row.typeId },
                ...(row.statusId === null
                  ? []
                  : [{ kind: 'equipmentStatus' as const, id: row.statusId }]),
                ...row.tagIds.map((tagId) => ({ kind: 'tag' as const, id: tagId })),
              ],
              RELATED_ROWS,
            )
          : null,
        boards: { count: boards.length, rows: boards.slice(0, RELATED_ROWS) },
        beacons: await listBeacons(scope, { equipmentId: id, ...page }),
        inventory: await usedOn(scope, id),
      }
    },
  }
}

async function seen({ db, from }: Scope, id: Id<'equipment'>) {
  const [row] = await db
    .select({
      id: tables.equipment.id,
      typeId: tables.equipment.typeId,
      statusId: tables.equipment.statusId,
      tagIds: tables.equipment.tagIds,
      orgEntityId: tables.equipment.orgEntityId,
    })
    .from(tables.equipment)
    .where(from.equipment(eq(tables.equipment.id, id)))
  if (!row) throw refuseNotFound('equipment', 'params.id')
  return row
}

interface Used extends Record<string, unknown> {
  id: Id<'inventoryItem'>
  name: string
  unit: string
  amount: number
  discarded: number
  times: number
  last: string
  n: number
}

async function usedOn(
  { db, from, actor }: Scope,
  id: Id<'equipment'>,
): Promise<Answer['inventory']> {
  const its = from.procedureLogs(
    eq(tables.procedureLog.equipmentId, id),
    sql`${tables.procedureLog.used} <> '[]'::jsonb`,
  )
  const { rows } = await db.execute<Used>(sql`
    select ${tables.inventoryItem.id} as id, ${tables.inventoryItem.name} as name, ${tables.inventoryItem.unit} as unit,
      sum((line->>'amount')::float8) as amount,
      sum((line->>'discardedDoses')::float8) as discarded,
      count(*)::int as times, max(${tables.procedureLog.doneAt}) as last, (count(*) over ())::int as n
    from ${tables.procedureLog}, jsonb_array_elements(${tables.procedureLog.used}) as line
      join ${tables.inventoryItem} on ${tables.inventoryItem.companyId} = ${actor.companyId}
      and ${tables.inventoryItem.id} = (line->>'itemId')::int
    where ${its}
    group by ${tables.inventoryItem.id}, ${tables.inventoryItem.name}, ${tables.inventoryItem.unit}
    order by ${desc(sql`max(${tables.procedureLog.doneAt})`)}, ${byName({ actor }, tables.inventoryItem.name)}
    limit ${RELATED_ROWS}`)
  return {
    count: rows[0]?.n ?? 0,
    rows: rows.map(({ id: itemId, name, unit, amount, discarded, times, last }) => ({
      item: { id: itemId, name, unit },
      amount,
      discardedDoses: discarded,
      times,
      lastAt: new Date(last).toISOString(),
    })),
  }
}

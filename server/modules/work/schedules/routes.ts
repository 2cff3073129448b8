import { asc, eq, inArray, sql } from 'drizzle-orm'
import { rrules as contract } from '#contract/rrules/rrules.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { count, orderOf, qualified, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { equipmentSchedules } from './equipmentSchedules.ts'
import { createFeed, feedOf, readFeed, revokeFeed } from './feed.ts'
import { isReachedBySchedule, objectTables } from './objects.ts'
import { schedulesWhere } from './listWhere.ts'
import { close, listOccurrences } from './occurrences.ts'
import { preview, timeline } from './preview.ts'
import { timeOf } from '../../foundation/company/index.ts'
import { detail, scheduleOrder, selectRules, viewOf, sortColumns } from './readRules.ts'
import { create, remove, update } from './rrules.ts'

export function scheduleHandlers(kernel: Kernel): Handlers<typeof contract> {
  return {
    async listRrules(scope, { body }) {
      const where = schedulesWhere(body)
      const [[total], rows, time] = await Promise.all([
        scope.db
          .select({ count })
          .from(tables.rrule)
          .innerJoin(tables.procedure, joinOn(tables.procedure, tables.rrule.procedureId))
          .where(scope.from.procedures(sql`${tables.rrule.deletedAt} is null`, where)),
        selectRules(scope, where)
          .orderBy(...orderOf(scope, body.sort, sortColumns, tables.rrule.id, scheduleOrder(scope)))
          .limit(body.limit)
          .offset(body.offset),
        timeOf(scope),
      ])
      return { count: total?.count ?? 0, rows: await viewOf(scope, rows, time) }
    },
    getRrule: (scope, { params }) => detail(scope, params.id),
    async listRrulesOfProcedure(scope, { params }) {
      const [procedure] = await scope.db
        .select({ id: tables.procedure.id })
        .from(tables.procedure)
        .where(scope.from.procedures(eq(tables.procedure.id, params.procedureId)))
      if (!procedure) throw refuseNotFound('procedure')
      const mine = eq(tables.rrule.procedureId, params.procedureId)
      const [total] = await scope.db
        .select({ count })
        .from(tables.rrule)
        .where(scope.from.rrules(mine))
      return {
        count: total?.count ?? 0,
        rows: await viewOf(
          scope,
          await selectRules(scope, mine)
            .orderBy(...scheduleOrder(scope))
            .limit(500),
        ),
      }
    },
    async getRruleGroup({ db, from, actor }) {
      const ofState = (...states: ('due' | 'late')[]) =>
        qualified(sql<number>`coalesce((select count(*)::int from ${tables.occurrence}
          join ${tables.rrule} on ${tables.rrule.companyId} = ${tables.occurrence.companyId}
          and ${tables.rrule.id} = ${tables.occurrence.rruleId}
        where ${from.occurrences(sql`${tables.occurrence.procedureId} = ${tables.procedure.id}`)}
        and ${tables.rrule.deletedAt} is null and ${inArray(tables.occurrence.state, states)}), 0)`)
      const ofProcedure = sql`${tables.rrule.companyId} = ${tables.procedure.companyId}
        and ${tables.rrule.procedureId} = ${tables.procedure.id} and ${tables.rrule.deletedAt} is null`
      const planned = from.procedures(
        sql`exists (select from ${tables.rrule} where ${ofProcedure})`,
      )
      const [total] = await db.select({ count }).from(tables.procedure).where(planned)
      const rows = await db
        .select({
          id: tables.procedure.id,
          name: tables.procedure.name,
          rules: qualified(
            sql<number>`(select count(*)::int from ${tables.rrule} where ${ofProcedure})`,
          ),
          active: qualified(
            sql<number>`(select count(*)::int from ${tables.rrule}
              where ${ofProcedure} and ${tables.rrule.isActive})`,
          ),
          open: ofState('due', 'late'),
          late: ofState('late'),
        })
        .from(tables.procedure)
        .where(planned)
        .orderBy(byName({ actor }, tables.procedure.name))
        .limit(1_000)
      return {
        count: total?.count ?? 0,
        rows: rows.map(({ id, name, ...counts }) => ({ procedure: { id, name }, ...counts })),
      }
    },
    createRrule: (scope, { body }) => create(scope, body),
    updateRrule: (scope, { params, body: { version, ...draft } }) =>
      update(scope, params.id, version, draft),
    async deleteRrule(scope, { params }) {
      await remove(scope, params.id)
      return { deleted: true }
    },
    previewRrule: (scope, { body }) => preview(kernel, scope, body.draft, body.id, body.limit),
    async listIncludedEquipment({ db, from, actor }, { body }) {
      const { table, types, from: rights } = objectTables[body.objects]
      const where = from[rights](
        isReachedBySchedule({
          data: body.rruleData,
          objects: body.objects,
          procedureId: body.procedureId ?? null,
        }),
        searchIn(table.folded, body.search),
      )
      const [total] = await db.select({ count }).from(table).where(where)
      const rows = await db
        .select({ id: table.id, name: sql<string>`${table.name}`, type: types.name })
        .from(table)
        .innerJoin(types, joinOn(types, table.typeId))
        .where(where)
        .orderBy(byName({ actor }, table.name), asc(table.id))
        .limit(body.limit)
        .offset(body.offset)
      return { count: total?.count ?? 0, rows }
    },
    listEquipmentSchedules: (scope, { body }) => equipmentSchedules(scope, body),
    getRruleTimeline: (scope, { body }) => timeline(kernel, scope, body),
    listOccurrences: (scope, { body }) => listOccurrences(scope, body),
    closeOccurrence: (scope, { params, body }) => close(scope, params.id, body.version),
    getCalendarFeed: (scope) => feedOf(kernel, scope),
    createCalendarFeed: async (scope) => ({ url: await createFeed(kernel, scope) }),
    async revokeCalendarFeed(scope) {
      await revokeFeed(kernel, scope)
      return { revoked: true }
    },
    async readCalendarFeed(_scope, { params, wire }) {
      const { text, etag } = await readFeed(kernel, params.secret)
      return wire.download({
        name: 'plantroom.ics',
        mime: 'text/calendar; charset=utf-8',
        bytes: text,
        inline: true,
        etag,
      })
    },
  }
}

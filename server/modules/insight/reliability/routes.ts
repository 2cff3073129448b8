import { eq } from 'drizzle-orm'
import { addDays } from '#contract/dashboards/periods.ts'
import { reliability as contract } from '#contract/reliability.ts'
import * as tables from '#db/schema/index.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { mayChoose } from '../../foundation/filters/index.ts'
import { correctDowntime, downtimesOf, listDowntimes } from './downtimes.ts'
import { figuresOfEquipment, observedEquipment, reliabilityFigures } from './figures.ts'

const DAYS = 365
/** Downtimes in the panel of equipment. */
const LATEST = 20

export const reliabilityHandlers: Handlers<typeof contract> = {
  async getReliability(scope, { body }) {
    await mayChoose(scope, [body.filter], 'body.filter')
    return reliabilityFigures(scope, body)
  },
  async listDowntimes(scope, { body }) {
    await mayChoose(scope, [body.filter], 'body.filter')
    return listDowntimes(scope, body)
  },
  async getEquipmentReliability(scope, { params: { id } }) {
    const { today } = await calendarOf(scope)
    const range = { from: addDays(today, -DAYS), to: today }
    const [row] = await scope.db
      .select({ id: tables.equipment.id })
      .from(tables.equipment)
      .where(scope.from.equipment(eq(tables.equipment.id, id)))
    if (row === undefined) throw refuseNotFound('equipment', 'params.id')
    const asked = { by: 'equipment' as const, filter: { equipmentIds: [id] }, range }
    const observed = await observedEquipment(scope, asked)
    const { count, rows } = await downtimesOf(scope, observed, {
      sort: '-since',
      limit: LATEST,
      offset: 0,
    })
    return {
      ...(await figuresOfEquipment(scope, observed)),
      ...range,
      downtimes: rows,
      remaining: count - rows.length,
    }
  },
  correctDowntime: (scope, { params, body }) => correctDowntime(scope, params.id, body),
}

import { eq, inArray } from 'drizzle-orm'
import { lineOf } from '#contract/rules/yearStrip.ts'
import type { yearStrips as contract } from '#contract/yearStrips.ts'
import * as tables from '#db/schema/index.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { yearsOf } from './years.ts'

export const yearStripHandlers: Handlers<typeof contract> = {
  async listEquipmentYears(scope, { body }) {
    const seen = await scope.db
      .select({ id: tables.equipment.id })
      .from(tables.equipment)
      .where(scope.from.equipment(inArray(tables.equipment.id, body.ids)))
    const years = await yearsOf(
      scope,
      'equipmentId',
      seen.map(({ id }) => id),
    )
    return { rows: seen.map(({ id }) => ({ id, line: lineOf(years.get(id) ?? []) })) }
  },
  async getEquipmentYear(scope, { params: { id } }) {
    const [seen] = await scope.db
      .select({ id: tables.equipment.id })
      .from(tables.equipment)
      .where(scope.from.equipment(eq(tables.equipment.id, id)))
    if (!seen) throw refuseNotFound('equipment')
    const years = await yearsOf(scope, 'equipmentId', [id])
    return { until: scope.clock.now().toISOString(), weeks: years.get(id) ?? [] }
  },
  async getLocationYear(scope, { params: { id } }) {
    const [seen] = await scope.db
      .select({ id: tables.location.id })
      .from(tables.location)
      .where(scope.from.locations(eq(tables.location.id, id)))
    if (!seen) throw refuseNotFound('location')
    const years = await yearsOf(scope, 'locationId', [id])
    return { until: scope.clock.now().toISOString(), weeks: years.get(id) ?? [] }
  },
}

import { inArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { devices } from '#contract/devices/devices.ts'
import type { Id } from '#contract/ids.ts'
import { macOf } from '#contract/ingest/fields.ts'
import * as tables from '#db/schema/index.ts'
import { createGateway, deleteGateway, updateGateway } from '../../../site/devices/index.ts'
import { deviceTarget } from './device.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'

type Draft = z.output<typeof devices.createGateway.body>
const gatewayId = (id: number) => id as Id<'gateway'>

export const gatewayTarget = deviceTarget<Draft>({
  editor: 'editor|devices',
  tags: ['Gateway'],
  table: tables.gateway,
  keyField: 'mac',
  wireOf: macOf,
  needsEquipment: true,
  isAlone: true,
  fresh: { correction: 0, isActive: true },
  async stored({ db, actor, from }, { wires, equipmentIds }) {
    const rows = await db
      .select({
        gateway: tables.gateway,
        type: tables.gatewayType.name,
        equipment: tables.equipment.name,
        isSeen: sql<boolean>`(${from.equipment()})`,
      })
      .from(tables.gateway)
      .innerJoin(tables.gatewayType, joinOn(tables.gatewayType, tables.gateway.typeId))
      .innerJoin(tables.equipment, joinOn(tables.equipment, tables.gateway.equipmentId))
      .where(
        ofCompany(
          tables.gateway,
          actor.companyId,
          or(
            inArray(tables.gateway.mac, [...wires]),
            inArray(sql`${tables.gateway.equipmentId}`, [...equipmentIds]),
          ),
        ),
      )
    return rows.map(({ gateway: row, type, equipment: name, isSeen }) => ({
      ...row,
      wire: row.mac,
      isSeen,
      said: {
        mac: row.mac.replace(/(..)(?=.)/g, '$1:'),
        type,
        equipment: name,
        correction: String(row.correction),
        isActive: String(row.isActive),
      },
      row,
    }))
  },
  async types({ db, actor }) {
    const rows = await db
      .select({ id: tables.gatewayType.id, name: tables.gatewayType.name })
      .from(tables.gatewayType)
      .where(ofCompany(tables.gatewayType, actor.companyId))
    return new Map(rows.map(({ id, name }) => [name.toLowerCase(), { id: Number(id) }]))
  },
  given: ({ correction, isActive }, { equipmentId, typeId }) => ({
    ...(typeId !== undefined && { typeId: typeId as Id<'gatewayType'> }),
    ...(equipmentId !== undefined && { equipmentId }),
    ...(correction !== undefined && { correction: Number(correction) }),
    ...(isActive !== undefined && { isActive: isActive === 'true' }),
  }),
  called: ({ key }) => ({ mac: key }),
  create: createGateway,
  update: (scope, id, change) => updateGateway(scope, gatewayId(id), change),
  remove: (scope, id) => deleteGateway(scope, gatewayId(id)),
})

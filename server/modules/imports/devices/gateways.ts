import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { devices } from '#contract/devices/devices.ts'
import type { Id } from '#contract/ids.ts'
import { macOf } from '#contract/ingest/fields.ts'
import { equipment, gateway, gatewayType } from '#db/schema/index.ts'
import { createGateway, deleteGateway, updateGateway } from '../../devices/index.ts'
import { deviceTarget } from './device.ts'
import { joinOn } from '#kernel/data/joinOn.ts'

type Draft = z.output<typeof devices.createGateway.body>
const gatewayId = (id: number) => id as Id<'gateway'>

export const gatewayTarget = deviceTarget<Draft>({
  editor: 'editor|devices',
  tags: ['Gateway'],
  table: gateway,
  keyField: 'mac',
  wireOf: macOf,
  needsEquipment: true,
  isAlone: true,
  fresh: { correction: 0, isActive: true },
  async stored({ db, actor, from }, { wires, equipmentIds }) {
    const rows = await db
      .select({
        gateway,
        type: gatewayType.name,
        equipment: equipment.name,
        isSeen: sql<boolean>`(${from.equipment()})`,
      })
      .from(gateway)
      .innerJoin(gatewayType, joinOn(gatewayType, gateway.typeId))
      .innerJoin(equipment, joinOn(equipment, gateway.equipmentId))
      .where(
        and(
          eq(gateway.companyId, actor.companyId),
          or(
            inArray(gateway.mac, [...wires]),
            inArray(sql`${gateway.equipmentId}`, [...equipmentIds]),
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
      .select({ id: gatewayType.id, name: gatewayType.name })
      .from(gatewayType)
      .where(eq(gatewayType.companyId, actor.companyId))
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

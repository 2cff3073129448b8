import { inArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { macOf } from '#contract/ingest/fields.ts'
import type { rtls } from '#contract/rtls/rtls.ts'
import * as tables from '#db/schema/index.ts'
import { createBeacon, deleteBeacon, updateBeacon } from '../../../site/positions/index.ts'
import { deviceTarget } from './device.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'

type Draft = z.output<typeof rtls.createBeacon.body>
const beaconId = (id: number) => id as Id<'beacon'>

/** Default transmit power in dBm at one metre. */
const USUAL_POWER = -59

export const beaconTarget = deviceTarget<Draft>({
  editor: 'editor|equipment',
  tags: ['Beacon'],
  table: tables.beacon,
  keyField: 'mac',
  wireOf: macOf,
  needsEquipment: false,
  isAlone: true,
  fresh: { equipmentId: null, measuredPower: USUAL_POWER },
  async stored({ db, actor, from }, { wires, equipmentIds }) {
    const rows = await db
      .select({
        beacon: tables.beacon,
        equipment: tables.equipment.name,
        isSeen: sql<boolean>`(${tables.beacon.equipmentId} is null or (${from.equipment()}))`,
      })
      .from(tables.beacon)
      .leftJoin(tables.equipment, joinOn(tables.equipment, tables.beacon.equipmentId))
      .where(
        ofCompany(
          tables.beacon,
          actor.companyId,
          or(
            inArray(tables.beacon.mac, [...wires]),
            inArray(sql`${tables.beacon.equipmentId}`, [...equipmentIds]),
          ),
        ),
      )
    return rows.map(({ beacon: row, equipment: name, isSeen }) => ({
      ...row,
      wire: row.mac,
      isSeen,
      said: {
        mac: row.mac.replace(/(..)(?=.)/g, '$1:'),
        equipment: name ?? '',
        measuredPower: String(row.measuredPower),
      },
      row,
    }))
  },
  faultsOf({ measuredPower }) {
    const power = Number(measuredPower ?? USUAL_POWER)
    const fits = Number.isInteger(power) && power >= -100 && power <= -20
    return fits ? [] : [{ field: 'measuredPower', code: 'outOfRange' }]
  },
  given: ({ measuredPower }, { equipmentId }) => ({
    ...(equipmentId !== undefined && { equipmentId }),
    ...(measuredPower !== undefined && { measuredPower: Number(measuredPower) }),
  }),
  called: ({ key }) => ({ mac: key }),
  create: createBeacon,
  update: (scope, id, change) => updateBeacon(scope, beaconId(id), change),
  remove: (scope, id) => deleteBeacon(scope, beaconId(id)),
})

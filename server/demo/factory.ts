/** A small second company, which shows that no company sees another. */
import { dueTimes } from '#contract/rules/ticketDue.ts'
import * as tables from '#db/schema/index.ts'
import {
  insertAll,
  insertNamedRows,
  placeRow,
  placeRows,
  targetsOf,
  ticketTypeWithStates,
  type Seed,
} from './rows.ts'
import { keysOf } from './words.ts'

export async function seedFactory(seed: Seed): Promise<void> {
  const { db, companyId, now, words } = seed
  const said = words.mill
  const at = { latitude: 53.4808, longitude: -2.2426 }
  const placeTypes = await insertNamedRows(seed, tables.locationType, {
    site: said.site,
    hall: said.hall,
  })
  const site = await placeRow(seed, placeTypes.site, said.home, 'NM', null, at)
  const halls = await placeRows(
    seed,
    placeTypes.hall,
    [
      { name: said.spinning, code: 'H1' },
      { name: said.weaving, code: 'H2' },
      { name: said.boilerHouse, code: 'H3' },
    ],
    site,
    at,
  )
  const statusIds = await insertNamedRows(
    seed,
    tables.equipmentStatus,
    { running: said.running, stopped: said.stopped },
    {
      running: { colour: 'green', isUsable: true },
      stopped: { colour: 'red', isUsable: false },
    },
  )
  const types = { ringFrame: said.ringFrame, loom: said.loom, boiler: said.boiler }
  const typeIds = await insertNamedRows(seed, tables.equipmentType, types)
  const machines = keysOf(types).flatMap((type, hall) =>
    Array.from({ length: type === 'boiler' ? 3 : 14 }, (_, index) => {
      const name = `${types[type]} ${index + 1}`
      return {
        companyId,
        name,
        equipmentId: `NM-${hall + 1}${String(index + 1).padStart(2, '0')}`,
        typeId: typeIds[type],
        statusId: statusIds[index % 6 === 5 ? 'stopped' : 'running'],
        locationId: halls[hall]?.id ?? site.id,
      }
    }),
  )
  const made = await insertAll(db, tables.equipment, machines)
  const procedureTypes = await insertNamedRows(seed, tables.procedureType, {
    lubrication: said.lubrication,
  })
  await insertAll(db, tables.procedure, [
    {
      companyId,
      name: said.weeklyLubrication,
      typeId: procedureTypes.lubrication,
      target: 'equipment',
    },
  ])
  const breakdown = await ticketTypeWithStates(
    seed,
    said.breakdown,
    'red',
    [
      [said.stopped, 'open', 'red'],
      [said.runningAgain, 'closed', 'green'],
    ],
    { defaultPriority: 'high', targets: targetsOf([1, 4], [4, 24], [24, 168]) },
  )
  const state = breakdown.states[0]
  if (state && made[0])
    await insertAll(db, tables.ticket, [
      {
        companyId,
        title: said.spindleNoise,
        typeId: breakdown.id,
        stateId: state.id,
        equipmentId: made[0].id,
        priority: 'high',
        ...dueTimes(breakdown.targets, 'high', new Date(now.getTime() - 9_000_000)),
        openedAt: new Date(now.getTime() - 9_000_000),
      },
    ])
}

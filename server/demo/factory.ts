/** North Mill Works: small, and there to show that one company never sees another. */
import { dueTimes } from '#contract/rules/ticketDue'
import {
  equipment,
  equipmentStatus,
  equipmentType,
  locationType,
  procedure,
  procedureType,
  ticket,
} from '../db/schema/index.ts'
import {
  insertAll,
  named,
  placeRow,
  placeRows,
  targetsOf,
  ticketTypeWithStates,
  type Seed,
} from './rows.ts'

export async function seedFactory(seed: Seed): Promise<void> {
  const { db, companyId, now } = seed
  const at = { latitude: 53.4808, longitude: -2.2426 }
  const placeType = await named(seed, locationType, [{ name: 'Site' }, { name: 'Hall' }])
  const site = await placeRow(seed, placeType('Site'), 'North Mill', 'NM', null, at)
  const halls = await placeRows(
    seed,
    placeType('Hall'),
    [
      { name: 'Spinning hall', code: 'H1' },
      { name: 'Weaving hall', code: 'H2' },
      { name: 'Boiler house', code: 'H3' },
    ],
    site,
    at,
  )
  const statusOf = await named(seed, equipmentStatus, [
    { name: 'Running', colour: 'green', isUsable: true },
    { name: 'Stopped', colour: 'red', isUsable: false },
  ])
  const typeOf = await named(seed, equipmentType, [
    { name: 'Ring frame' },
    { name: 'Loom' },
    { name: 'Boiler' },
  ])
  const machines = ['Ring frame', 'Loom', 'Boiler'].flatMap((type, hall) =>
    Array.from({ length: type === 'Boiler' ? 3 : 14 }, (_, index) => {
      const name = `${type} ${index + 1}`
      return {
        companyId,
        name,
        equipmentId: `NM-${hall + 1}${String(index + 1).padStart(2, '0')}`,
        typeId: typeOf(type),
        statusId: statusOf(index % 6 === 5 ? 'Stopped' : 'Running'),
        locationId: halls[hall]?.id ?? site.id,
      }
    }),
  )
  const made = await insertAll(db, equipment, machines)
  const procedureTypeOf = await named(seed, procedureType, [
    { name: 'Lubrication', isTracer: false },
  ])
  await insertAll(db, procedure, [
    {
      companyId,
      name: 'Weekly lubrication',
      typeId: procedureTypeOf('Lubrication'),
      target: 'equipment',
    },
  ])
  const breakdown = await ticketTypeWithStates(
    seed,
    'Breakdown',
    'red',
    [
      ['Stopped', 'open', 'red'],
      ['Running again', 'closed', 'green'],
    ],
    { defaultPriority: 'high', targets: targetsOf([1, 4], [4, 24], [24, 168]) },
  )
  const state = breakdown.states[0]
  if (state && made[0])
    await insertAll(db, ticket, [
      {
        companyId,
        title: 'Spindle noise on ring frame 1',
        typeId: breakdown.id,
        stateId: state.id,
        equipmentId: made[0].id,
        priority: 'high',
        ...dueTimes(breakdown.targets, 'high', new Date(now.getTime() - 9_000_000)),
        openedAt: new Date(now.getTime() - 9_000_000),
      },
    ])
}

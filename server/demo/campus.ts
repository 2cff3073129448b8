/** The hospital's ground: buildings, floors, rooms, and what stands in them. */
import { and, eq, inArray, like } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import type { OrgEntityKind } from '#contract/orgEntities'
import {
  equipment,
  equipmentStatus,
  equipmentType,
  location,
  locationType,
  orgEntity,
  user,
  fellow,
  fellowType,
  progressMap,
  tag,
} from '../db/schema/index.ts'
import { seededRandom } from './random.ts'
import { insertAll, named, placeRow, placeRows, type Place, type Seed } from './rows.ts'

const buildings = [
  {
    name: 'Building A – Main house',
    code: 'A',
    floors: ['Emergency', 'Internal medicine', 'Cardiology', 'Intensive care'],
    at: { latitude: 50.0755, longitude: 14.4378 },
  },
  {
    name: 'Building B – Surgery',
    code: 'B',
    floors: ['Radiology', 'Operating theatres', 'Surgical ward'],
    at: { latitude: 50.0759, longitude: 14.4389 },
  },
  {
    name: 'Building C – Outpatients',
    code: 'C',
    floors: ['Reception and pharmacy', 'Paediatrics', 'Laboratory'],
    at: { latitude: 50.0751, longitude: 14.4391 },
  },
  {
    name: 'Building D – Technical',
    code: 'D',
    floors: ['Plant room', 'Workshop and store'],
    at: { latitude: 50.0748, longitude: 14.4381 },
  },
]

const DAY = 86_400_000

interface Kind {
  type: string
  prefix: string
  count: number
  on: RegExp
  maker: string[]
  isStatic?: boolean
}
const kinds: Kind[] = [
  {
    type: 'Infusion pump',
    prefix: 'IP',
    count: 96,
    on: /Internal|Cardio|Intensive|Surgical|Emergency|Paed/,
    maker: ['B. Braun Infusomat', 'Baxter Evo IQ', 'BD Alaris'],
  },
  {
    type: 'Patient monitor',
    prefix: 'PM',
    count: 58,
    on: /Internal|Cardio|Intensive|Surgical|Emergency|Operating/,
    maker: ['Philips IntelliVue', 'GE Carescape', 'Mindray BeneVision'],
  },
  {
    type: 'Ventilator',
    prefix: 'VE',
    count: 22,
    on: /Intensive|Operating|Emergency/,
    maker: ['Dräger Evita', 'Hamilton C6'],
  },
  {
    type: 'Defibrillator',
    prefix: 'DF',
    count: 26,
    on: /./,
    maker: ['Zoll R Series', 'Philips HeartStart', 'Lifepak 20e'],
  },
  {
    type: 'Hospital bed',
    prefix: 'BD',
    count: 120,
    on: /Internal|Cardio|Intensive|Surgical|Emergency|Paed/,
    maker: ['Linet Eleganza', 'Hillrom Centrella'],
  },
  {
    type: 'Wheelchair',
    prefix: 'WC',
    count: 34,
    on: /Reception|Emergency|Surgical|Paed|Internal/,
    maker: ['Invacare Action', 'Vermeiren D200'],
  },
  {
    type: 'Ultrasound',
    prefix: 'US',
    count: 12,
    on: /Radiology|Cardio|Paed|Emergency/,
    maker: ['GE Voluson', 'Samsung HS60'],
  },
  {
    type: 'Medicine fridge',
    prefix: 'MF',
    count: 18,
    on: /Laboratory|pharmacy|ward|Intensive|Paed/,
    maker: ['Liebherr MediLine', 'Kirsch MED'],
  },
  {
    type: 'Air handling unit',
    prefix: 'AH',
    count: 12,
    on: /Plant room/,
    maker: ['Trox X-Cube', 'Systemair Geniox'],
    isStatic: true,
  },
  { type: 'Fire extinguisher', prefix: 'FE', count: 60, on: /./, maker: ['Gloria P6', 'Total F6'] },
  {
    type: 'BLE gateway',
    prefix: 'GW',
    count: 30,
    on: /./,
    maker: ['Minew G1', 'Kontakt.io Portal Light'],
    isStatic: true,
  },
]

export const statuses = [
  { name: 'Available', colour: 'green', isUsable: true },
  { name: 'In use', colour: 'blue', isUsable: true, isInUse: true },
  { name: 'Needs cleaning', colour: 'yellow', isUsable: false },
  { name: 'In repair', colour: 'red', isUsable: false },
  { name: 'Calibration due', colour: 'orange', isUsable: false },
  { name: 'Withdrawn', colour: 'purple', isUsable: false },
] as const
export type StatusName = (typeof statuses)[number]['name']

export interface Thing {
  id: Id<'equipment'>
  name: string
  type: string
  room: Place
  isStatic: boolean
  status: StatusName
}
export interface Campus {
  rooms: { place: Place; floor: string }[]
  things: Thing[]
}

export async function seedCampus(seed: Seed): Promise<Campus> {
  const random = seededRandom(7)
  const placeType = await named(seed, locationType, [
    { name: 'Campus' },
    { name: 'Building' },
    { name: 'Floor' },
    { name: 'Room' },
  ])
  const statusOf = await named(
    seed,
    equipmentStatus,
    statuses.map((status) => ({ ...status })),
  )
  await insertAll(seed.db, progressMap, [
    {
      companyId: seed.companyId,
      name: 'After use',
      statusIds: ['In use', 'Needs cleaning', 'Available'].map(statusOf),
      equipmentTypeIds: [],
    },
    {
      companyId: seed.companyId,
      name: 'Repair',
      statusIds: ['In repair', 'Calibration due', 'Available'].map(statusOf),
      equipmentTypeIds: [],
    },
  ])
  const typeOf = await named(
    seed,
    equipmentType,
    kinds.map(({ type }) => ({ name: type })),
  )
  const tagOf = await named(seed, tag, [
    { name: 'Critical', colour: 'red' },
    { name: 'MRI safe', colour: 'turquoise' },
    { name: 'On loan', colour: 'orange' },
    { name: 'Emergency kit', colour: 'pink' },
    { name: 'New', colour: 'green' },
  ])

  const campus = await placeRow(seed, placeType('Campus'), 'St. Brigid campus', 'SB', null, {
    latitude: 50.0754,
    longitude: 14.4384,
  })
  const rooms: Campus['rooms'] = []
  for (const building of buildings) {
    const house = await placeRow(
      seed,
      placeType('Building'),
      building.name,
      building.code,
      campus,
      building.at,
    )
    for (const [level, floor] of building.floors.entries()) {
      const storey = await placeRow(
        seed,
        placeType('Floor'),
        `${building.code}${level} ${floor}`,
        `${building.code}${level}`,
        house,
        building.at,
      )
      const count = building.code === 'D' ? 4 : 12
      const made = await placeRows(
        seed,
        placeType('Room'),
        Array.from({ length: count }, (_, index) => {
          const code = `${building.code}${level}.${String(index + 1).padStart(2, '0')}`
          return { name: `Room ${code}`, code }
        }),
        storey,
        building.at,
      )
      rooms.push(...made.map((place) => ({ place, floor })))
    }
  }

  const drafts = kinds.flatMap((kind) => {
    const fitting = rooms.filter((room) => kind.on.test(room.floor))
    return Array.from({ length: kind.count }, (_, index) => {
      const number = `${kind.prefix}-${String(index + 101)}`
      const room = random.pick(fitting).place
      const maker = random.pick(kind.maker)
      const name = `${kind.type} ${index + 101}`
      const status: StatusName = kind.isStatic
        ? 'In use'
        : random.chance(0.12)
          ? random.pick(['Needs cleaning', 'In repair', 'Calibration due'])
          : random.pick(['Available', 'Available', 'In use', 'In use', 'In use'])
      const tagIds = [
        ...(random.chance(0.18) ? [tagOf('Critical')] : []),
        ...(random.chance(0.08) ? [tagOf('On loan')] : []),
        ...(kind.type === 'Defibrillator' ? [tagOf('Emergency kit')] : []),
      ]
      return {
        kind,
        room,
        status,
        row: {
          companyId: seed.companyId,
          name,
          equipmentId: number,
          typeId: typeOf(kind.type),
          locationId: room.id,
          isStatic: kind.isStatic ?? false,
          tagIds,
          statusId: statusOf(status),
          details: [
            { key: 'Manufacturer', value: maker },
            { key: 'Serial number', value: `SN${random.between(100_000, 999_999)}` },
            { key: 'In service since', value: String(random.between(2012, 2025)) },
          ],
          createdAt: new Date(seed.now.getTime() - 400 * DAY),
          updatedAt: new Date(seed.now.getTime() - Math.floor(random.next() ** 2 * 200 * DAY)),
        },
      }
    })
  })
  const made = await insertAll(
    seed.db,
    equipment,
    drafts.map(({ row }) => row),
  )
  await seedFellows(seed, typeOf, made)
  await seedOrganisation(seed, typeOf)
  return {
    rooms,
    things: made.map((row, index) => ({
      id: row.id,
      name: row.name,
      type: drafts[index]?.kind.type ?? '',
      room: drafts[index]?.room ?? campus,
      isStatic: row.isStatic,
      status: drafts[index]?.status ?? 'In use',
    })),
  }
}

/** Beds with the pumps and monitors that are wheeled about with them. */
async function seedFellows(
  seed: Seed,
  typeOf: (name: string) => Id<'equipmentType'>,
  things: readonly (typeof equipment.$inferSelect)[],
): Promise<void> {
  const of = (type: string) => things.filter(({ typeId }) => typeId === typeOf(type))
  const kindOf = await named(seed, fellowType, [
    {
      name: 'Pump on a bed',
      ownerTypeIds: [typeOf('Hospital bed'), typeOf('Wheelchair')],
      fellowTypeIds: [typeOf('Infusion pump')],
      maximum: 3,
      statusFollows: false,
    },
    {
      name: 'Monitor on a bed',
      ownerTypeIds: [typeOf('Hospital bed')],
      fellowTypeIds: [typeOf('Patient monitor')],
      maximum: 1,
      statusFollows: false,
    },
    {
      name: 'Probe carrier of a ventilator',
      ownerTypeIds: [typeOf('Ventilator')],
      fellowTypeIds: [typeOf('Patient monitor')],
      maximum: 2,
      statusFollows: true,
    },
  ])
  const beds = of('Hospital bed').slice(-5)
  const [pumps, monitors] = [of('Infusion pump').reverse(), of('Patient monitor').reverse()]
  const pairs = beds.flatMap((bed, at) => [
    { owner: bed, thing: pumps[at * 2], type: 'Pump on a bed' },
    { owner: bed, thing: pumps[at * 2 + 1], type: 'Pump on a bed' },
    { owner: bed, thing: monitors[at], type: 'Monitor on a bed' },
  ])
  for (const { owner, thing, type } of pairs) {
    if (thing === undefined) continue
    await seed.db.insert(fellow).values({
      companyId: seed.companyId,
      equipmentId: thing.id,
      ownerId: owner.id,
      fellowTypeId: kindOf(type),
    })
    await seed.db
      .update(equipment)
      .set({ locationId: owner.locationId })
      .where(and(eq(equipment.companyId, seed.companyId), eq(equipment.id, thing.id)))
  }
}

/** Who owns what: two departments with a cost centre each, and the firm that keeps the ventilators. */
async function seedOrganisation(
  { db, companyId, users }: Seed,
  typeOf: (name: string) => Id<'equipmentType'>,
): Promise<void> {
  const who = (role: string) => users.filter((one) => one.role === role).map(({ userId }) => userId)
  const make = async (
    name: string,
    code: string,
    kind: OrgEntityKind,
    parentId: Id<'orgEntity'> | null,
    userIds: Id<'user'>[],
  ) => {
    const [made] = await insertAll(db, orgEntity, [
      { companyId, name, code, kind, parentId, userIds },
    ])
    if (made === undefined) throw new Error(`The demo has no ${name}`)
    return made.id
  }
  const nursing = await make('Nursing', 'NUR', 'department', null, who('manager'))
  const wards = await make('Wards', '4100', 'costCentre', nursing, who('staff'))
  const emergency = await make('Emergency', '4200', 'costCentre', nursing, who('manager'))
  const technical = await make('Technical services', 'TEC', 'department', null, who('technician'))
  const devices = await make('Medical devices', '5100', 'costCentre', technical, who('technician'))
  const ventil = await make('Ventil Service Ltd', 'EXT-7', 'contractor', technical, [])
  for (const [owner, types] of [
    [wards, ['Hospital bed', 'Wheelchair']],
    [emergency, ['Defibrillator']],
    [devices, ['Infusion pump', 'Patient monitor']],
    [ventil, ['Ventilator']],
  ] as const)
    await db
      .update(equipment)
      .set({ orgEntityId: owner })
      .where(and(eq(equipment.companyId, companyId), inArray(equipment.typeId, types.map(typeOf))))
  for (const [owner, floors] of [
    [wards, '%medicine%'],
    [emergency, '%Emergency%'],
  ] as const)
    await db
      .update(location)
      .set({ orgEntityId: owner })
      .where(and(eq(location.companyId, companyId), like(location.name, floors)))
  for (const [owner, role] of [
    [nursing, 'manager'],
    [wards, 'staff'],
    [devices, 'technician'],
  ] as const)
    await db
      .update(user)
      .set({ orgEntityId: owner })
      .where(and(eq(user.companyId, companyId), inArray(user.id, who(role))))
}

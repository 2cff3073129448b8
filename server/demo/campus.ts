import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { seedFellows } from './fellows.ts'
import { lifeFields } from './lifeFields.ts'
import { seedOrganisation } from './organisation.ts'
import { seededRandom } from './random.ts'
import { insertAll, insertNamedRows, placeRow, placeRows, type Place, type Seed } from './rows.ts'
import {
  fillPlaceholders,
  keysOf,
  type EquipmentKey,
  type FloorKey,
  type StatusKey,
} from './words.ts'

export interface BuildingSpec {
  code: 'A' | 'B' | 'C' | 'D'
  floors: FloorKey[]
  at: { latitude: number; longitude: number }
}
const buildings: BuildingSpec[] = [
  {
    code: 'A',
    floors: ['emergency', 'internal', 'cardiology', 'intensive'],
    at: { latitude: 50.0755, longitude: 14.4378 },
  },
  {
    code: 'B',
    floors: ['radiology', 'operating', 'surgical'],
    at: { latitude: 50.0759, longitude: 14.4389 },
  },
  {
    code: 'C',
    floors: ['reception', 'paediatrics', 'laboratory'],
    at: { latitude: 50.0751, longitude: 14.4391 },
  },
  {
    code: 'D',
    floors: ['plant', 'workshop'],
    at: { latitude: 50.0748, longitude: 14.4381 },
  },
]

const DAY = 86_400_000

interface Kind {
  prefix: string
  count: number
  /** If omitted, on every floor. */
  on?: FloorKey[]
  maker: string[]
  isStatic?: boolean
}
const wards: FloorKey[] = [
  'internal',
  'cardiology',
  'intensive',
  'surgical',
  'emergency',
  'paediatrics',
]
const kinds: Record<EquipmentKey, Kind> = {
  infusionPump: {
    prefix: 'IP',
    count: 96,
    on: wards,
    maker: ['B. Braun Infusomat', 'Baxter Evo IQ', 'BD Alaris'],
  },
  patientMonitor: {
    prefix: 'PM',
    count: 58,
    on: ['internal', 'cardiology', 'intensive', 'surgical', 'emergency', 'operating'],
    maker: ['Philips IntelliVue', 'GE Carescape', 'Mindray BeneVision'],
  },
  ventilator: {
    prefix: 'VE',
    count: 22,
    on: ['intensive', 'operating', 'emergency'],
    maker: ['Dräger Evita', 'Hamilton C6'],
  },
  defibrillator: {
    prefix: 'DF',
    count: 26,
    maker: ['Zoll R Series', 'Philips HeartStart', 'Lifepak 20e'],
  },
  hospitalBed: {
    prefix: 'BD',
    count: 120,
    on: wards,
    maker: ['Linet Eleganza', 'Hillrom Centrella'],
  },
  wheelchair: {
    prefix: 'WC',
    count: 34,
    on: ['reception', 'emergency', 'surgical', 'paediatrics', 'internal'],
    maker: ['Invacare Action', 'Vermeiren D200'],
  },
  ultrasound: {
    prefix: 'US',
    count: 12,
    on: ['radiology', 'cardiology', 'paediatrics', 'emergency'],
    maker: ['GE Voluson', 'Samsung HS60'],
  },
  medicineFridge: {
    prefix: 'MF',
    count: 18,
    on: ['laboratory', 'reception', 'surgical', 'intensive', 'paediatrics'],
    maker: ['Liebherr MediLine', 'Kirsch MED'],
  },
  airHandlingUnit: {
    prefix: 'AH',
    count: 12,
    on: ['plant'],
    maker: ['Trox X-Cube', 'Systemair Geniox'],
    isStatic: true,
  },
  fireExtinguisher: { prefix: 'FE', count: 60, maker: ['Gloria P6', 'Total F6'] },
  bleGateway: {
    prefix: 'GW',
    count: 30,
    maker: ['Minew G1', 'Kontakt.io Portal Light'],
    isStatic: true,
  },
}

export const statuses: Record<
  StatusKey,
  Pick<typeof tables.equipmentStatus.$inferInsert, 'colour' | 'isInUse' | 'isPlanned'> & {
    isUsable: boolean
  }
> = {
  available: { colour: 'green', isUsable: true },
  inUse: { colour: 'blue', isUsable: true, isInUse: true },
  needsCleaning: { colour: 'yellow', isUsable: false, isPlanned: true },
  inRepair: { colour: 'red', isUsable: false },
  calibrationDue: { colour: 'orange', isUsable: false, isPlanned: true },
  withdrawn: { colour: 'purple', isUsable: false },
}

export interface Thing {
  id: Id<'equipment'>
  name: string
  type: EquipmentKey
  room: Place
  isStatic: boolean
  status: StatusKey
}
export interface Campus {
  rooms: { place: Place; floor: FloorKey }[]
  things: Thing[]
  typeIds: Record<EquipmentKey, Id<'equipmentType'>>
  statusIds: Record<StatusKey, Id<'equipmentStatus'>>
  places: { campus: Place; buildings: Record<BuildingSpec['code'], Place> }
}

export async function seedCampus(seed: Seed): Promise<Campus> {
  const { db, companyId, words } = seed
  const random = seededRandom(7)
  const placeTypes = await insertNamedRows(seed, tables.locationType, words.placeTypes)
  const statusIds = await insertNamedRows(seed, tables.equipmentStatus, words.statuses, statuses)
  await insertAll(db, tables.progressMap, [
    {
      companyId,
      name: words.progressMaps.afterUse,
      statusIds: [statusIds.inUse, statusIds.needsCleaning, statusIds.available],
      equipmentTypeIds: [],
    },
    {
      companyId,
      name: words.progressMaps.repair,
      statusIds: [statusIds.inRepair, statusIds.calibrationDue, statusIds.available],
      equipmentTypeIds: [],
    },
  ])
  const typeIds = await insertNamedRows(seed, tables.equipmentType, words.equipment)
  const tags = await insertNamedRows(seed, tables.tag, words.tags, {
    critical: { colour: 'red' },
    mriSafe: { colour: 'turquoise' },
    onLoan: { colour: 'orange' },
    emergencyKit: { colour: 'pink' },
    new: { colour: 'green' },
  })
  const { rooms, places } = await seedPlaces(seed, placeTypes)
  const drafts = keysOf(words.equipment).flatMap((type) => {
    const kind = kinds[type]
    const fitting = rooms.filter((room) => kind.on?.includes(room.floor) ?? true)
    return Array.from({ length: kind.count }, (_, index) => {
      const number = `${kind.prefix}-${String(index + 101)}`
      const room = random.pick(fitting).place
      const maker = random.pick(kind.maker)
      const name = `${words.equipment[type]} ${index + 101}`
      const status: StatusKey = kind.isStatic
        ? 'inUse'
        : random.chance(0.12)
          ? random.pick(['needsCleaning', 'inRepair', 'calibrationDue'])
          : random.pick(['available', 'available', 'inUse', 'inUse', 'inUse'])
      const tagIds = [
        ...(random.chance(0.18) ? [tags.critical] : []),
        ...(random.chance(0.08) ? [tags.onLoan] : []),
        ...(type === 'defibrillator' ? [tags.emergencyKit] : []),
      ]
      const serialNumber = `SN${random.between(100_000, 999_999)}`
      const year = random.between(2012, 2025)
      return {
        type,
        room,
        status,
        row: {
          companyId,
          name,
          equipmentId: number,
          typeId: typeIds[type],
          locationId: room.id,
          isStatic: kind.isStatic ?? false,
          tagIds,
          statusId: statusIds[status],
          manufacturer: maker,
          serialNumber,
          ...lifeFields(type, maker, {
            year,
            index,
            thisYear: seed.now.getUTCFullYear(),
            notes: words.things,
          }),
          details: [{ key: words.things.inServiceSince, value: String(year) }],
          createdAt: new Date(seed.now.getTime() - 400 * DAY),
          updatedAt: new Date(seed.now.getTime() - Math.floor(random.next() ** 2 * 200 * DAY)),
        },
      }
    })
  })
  const made = await insertAll(
    db,
    tables.equipment,
    drafts.map(({ row }) => row),
  )
  await seedFellows(seed, typeIds, made)
  await seedOrganisation(seed, typeIds)
  return {
    rooms,
    places,
    typeIds,
    statusIds,
    things: drafts.flatMap(({ type, room, status, row: { name, isStatic } }, index) => {
      const id = made[index]?.id
      return id === undefined ? [] : [{ id, name, type, room, isStatic, status }]
    }),
  }
}

async function seedPlaces(
  seed: Seed,
  typeIds: Record<'campus' | 'building' | 'floor' | 'room', Id<'locationType'>>,
): Promise<Pick<Campus, 'rooms' | 'places'>> {
  const { words } = seed
  const campus = await placeRow(seed, typeIds.campus, words.places.campus, 'SB', null, {
    latitude: 50.0754,
    longitude: 14.4384,
  })
  const rooms: Campus['rooms'] = []
  const houses: Partial<Campus['places']['buildings']> = {}
  for (const { code: letter, floors, at } of buildings) {
    const house = await placeRow(
      seed,
      typeIds.building,
      words.buildings[letter],
      letter,
      campus,
      at,
    )
    houses[letter] = house
    for (const [level, floor] of floors.entries()) {
      const storey = await placeRow(
        seed,
        typeIds.floor,
        `${letter}${level} ${words.floors[floor]}`,
        `${letter}${level}`,
        house,
        at,
      )
      const count = letter === 'D' ? 4 : 12
      const made = await placeRows(
        seed,
        typeIds.room,
        Array.from({ length: count }, (_, index) => {
          const code = `${letter}${level}.${String(index + 1).padStart(2, '0')}`
          return { name: fillPlaceholders(words.places.room, { code }), code }
        }),
        storey,
        at,
      )
      rooms.push(...made.map((place) => ({ place, floor })))
    }
  }
  // one for each building key
  return { rooms, places: { campus, buildings: houses as Campus['places']['buildings'] } }
}

export const floorCalled = (code: string): FloorKey | undefined =>
  buildings.find((one) => one.code === code[0])?.floors[Number(code.slice(1))]

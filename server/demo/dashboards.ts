/**
 * Three dashboards of the hospital: a manager's Monday, the technicians' devices, the wards'
 * cleanliness.
 */
import { eq } from 'drizzle-orm'
import type { CardType } from '#contract/dashboardItems'
import type { CardRange } from '#contract/dashboards/periods'
import type { FilterObject } from '#contract/filter'
import type { Id } from '#contract/ids'
import {
  dashboard,
  dashboardCategory,
  dashboardItem,
  dashboardShare,
  dynamicDashboard,
  equipmentType,
  location,
  procedure,
  procedureType,
} from '../db/schema/index.ts'
import { insertAll, type Seed } from './rows.ts'

interface CardSpec {
  name: string
  category: string
  type: CardType
  range: CardRange
  width?: number
  showHistory?: boolean
  procedures?: string[]
  procedureTypes?: string[]
  things?: string[]
  places?: string[]
}
interface BoardSpec {
  name: string
  isFiltered: boolean
  roles: ('manager' | 'technician' | 'staff')[]
  chapters: { title: string; cards: CardSpec[] }[]
}

const quality = 'Quality'
const punctuality = 'Punctuality'

const boards: BoardSpec[] = [
  {
    name: 'Monday morning',
    isFiltered: false,
    roles: ['manager'],
    chapters: [
      {
        title: 'The house as a whole',
        cards: [
          {
            name: 'Score of everything done',
            category: quality,
            type: 'averageScore',
            range: 'MONTH',
            showHistory: true,
          },
          {
            name: 'Scheduled work done',
            category: punctuality,
            type: 'scheduleDone',
            range: 'MONTH',
            showHistory: true,
          },
        ],
      },
      {
        title: 'Wards',
        cards: [
          {
            name: 'Ward rounds',
            category: quality,
            type: 'averageScore',
            range: 'WEEK',
            width: 4,
            procedures: ['Ward round'],
          },
          {
            name: 'Room cleaning',
            category: quality,
            type: 'averageScore',
            range: 'WEEK',
            width: 4,
            procedures: ['Room cleaning'],
          },
          {
            name: 'Morning rounds on time',
            category: punctuality,
            type: 'scheduleDone',
            range: 'WEEK',
            width: 4,
            procedures: ['Ward round'],
          },
          {
            name: 'Surgery house over the years',
            category: quality,
            type: 'averageScore',
            range: 'YEAR',
            showHistory: true,
            places: ['Building B – Surgery'],
          },
          {
            name: 'Hand hygiene tracers',
            category: quality,
            type: 'averageScore',
            range: 'YEAR',
            showHistory: true,
            procedureTypes: ['Tracer audit'],
          },
        ],
      },
      {
        title: 'Safety',
        cards: [
          {
            name: 'Defibrillators checked',
            category: punctuality,
            type: 'scheduleDone',
            range: 'WEEK',
            procedures: ['Defibrillator daily check'],
          },
          {
            name: 'Defibrillator score',
            category: quality,
            type: 'averageScore',
            range: 'MONTH',
            showHistory: true,
            procedures: ['Defibrillator daily check'],
          },
        ],
      },
    ],
  },
  {
    name: 'Pumps and defibrillators',
    isFiltered: true,
    roles: ['technician', 'manager'],
    chapters: [
      {
        title: 'Infusion pumps',
        cards: [
          {
            name: 'Pump checks',
            category: quality,
            type: 'averageScore',
            range: 'MONTH',
            showHistory: true,
            width: 8,
            things: ['Infusion pump'],
          },
          {
            name: 'Pump checks done',
            category: punctuality,
            type: 'scheduleDone',
            range: 'MONTH',
            width: 4,
            things: ['Infusion pump'],
          },
        ],
      },
      {
        title: 'Defibrillators',
        cards: [
          {
            name: 'Ready today',
            category: quality,
            type: 'averageScore',
            range: 'DAY',
            showHistory: true,
            things: ['Defibrillator'],
          },
          {
            name: 'Checked this week',
            category: punctuality,
            type: 'scheduleDone',
            range: 'WEEK',
            showHistory: true,
            things: ['Defibrillator'],
          },
        ],
      },
      {
        title: 'Cold chain',
        cards: [
          {
            name: 'Medicine fridges',
            category: quality,
            type: 'averageScore',
            range: 'WEEK',
            showHistory: true,
            width: 12,
            things: ['Medicine fridge'],
          },
        ],
      },
    ],
  },
  {
    name: 'Clean and safe rooms',
    isFiltered: true,
    roles: ['staff'],
    chapters: [
      {
        title: 'Cleaning',
        cards: [
          {
            name: 'Rooms cleaned',
            category: quality,
            type: 'averageScore',
            range: 'MONTH',
            showHistory: true,
            procedures: ['Room cleaning'],
          },
          {
            name: 'Building A',
            category: quality,
            type: 'averageScore',
            range: 'YEAR',
            procedures: ['Room cleaning'],
            places: ['Building A – Main house'],
          },
          {
            name: 'Building C',
            category: quality,
            type: 'averageScore',
            range: 'YEAR',
            procedures: ['Room cleaning'],
            places: ['Building C – Outpatients'],
          },
        ],
      },
    ],
  },
]

export async function seedDashboards(
  seed: Seed,
  roleIds: Record<'manager' | 'technician' | 'staff', Id<'role'>>,
): Promise<void> {
  const { db, companyId, now } = seed
  const categories = new Map(
    (
      await insertAll(
        db,
        dashboardCategory,
        [quality, punctuality].map((name) => ({ companyId, name })),
      )
    ).map((row) => [row.name, row.id]),
  )
  const names = await namesOf(seed)
  await seedDynamic(seed, names)
  for (const [age, { name, isFiltered, roles, chapters }] of boards.entries()) {
    const cards = chapters.flatMap((chapter) => chapter.cards)
    const items = await insertAll(
      db,
      dashboardItem,
      cards.map((card) => ({
        companyId,
        name: card.name,
        dashboardCategoryId: categories.get(card.category) ?? null,
        range: card.range,
        type: card.type,
        filters: filtersOf(card, names),
      })),
    )
    const idOf = new Map(items.map((item) => [item.name, item.id]))
    const [board] = await db
      .insert(dashboard)
      .values({
        companyId,
        name,
        isFiltered,
        isRestrictedEquipment: false,
        isRestrictedProcedures: false,
        equipmentTypes: [],
        procedureTypes: [],
        locationTypes: [],
        updatedAt: new Date(now.getTime() - (age + 1) * 8 * 86_400_000),
        chapters: chapters.map((chapter) => ({
          title: chapter.title,
          items: chapter.cards.flatMap((card) => {
            const id = idOf.get(card.name)
            return id === undefined
              ? []
              : [{ id, width: card.width ?? 6, showHistory: card.showHistory ?? false }]
          }),
        })),
      })
      .returning()
    if (board)
      await db
        .insert(dashboardShare)
        .values(roles.map((role) => ({ companyId, dashboardId: board.id, roleId: roleIds[role] })))
  }
}

/** One free board: numbers above, bars below. */
async function seedDynamic({ db, companyId }: Seed, names: Names): Promise<void> {
  const source = {
    measure: 'averageScore',
    range: 'MONTH',
    filter: {},
    groupBy: 'period',
    compare: false,
  } as const
  const fridges = {
    equipmentTypeIds: [...names.equipmentType].flatMap(([name, id]) =>
      name === 'Medicine fridge' ? [id] : [],
    ),
  }
  await db.insert(dynamicDashboard).values({
    companyId,
    title: 'Operations desk',
    icon: 'gauge',
    structure: {
      widgets: [
        {
          id: 'w1',
          kind: 'singleNumber',
          title: 'Average score',
          icon: 'gauge',
          info: 'Everything performed in the house this month.',
          width: 3,
          height: 1,
          dataSource: source,
        },
        {
          id: 'w2',
          kind: 'singleNumber',
          title: 'Schedules done',
          icon: 'check',
          info: '',
          width: 3,
          height: 1,
          dataSource: { ...source, measure: 'scheduleDone' },
        },
        {
          id: 'w3',
          kind: 'singleNumber',
          title: 'Procedures scored',
          icon: 'tool',
          info: '',
          width: 3,
          height: 1,
          dataSource: { ...source, measure: 'logCount' },
        },
        {
          id: 'w4',
          kind: 'singleNumber',
          title: 'Medicine fridges',
          icon: 'safety',
          info: 'The cold chain alone.',
          width: 3,
          height: 1,
          dataSource: { ...source, filter: fridges },
        },
        {
          id: 'w5',
          kind: 'barChart',
          title: 'By procedure, this year and last',
          icon: 'chart',
          info: '',
          width: 6,
          height: 2,
          dataSource: { ...source, range: 'YEAR', groupBy: 'procedure', compare: true },
        },
        {
          id: 'w6',
          kind: 'barChart',
          title: 'Score by month',
          icon: 'clock',
          info: '',
          width: 6,
          height: 2,
          dataSource: source,
        },
        {
          id: 'w7',
          kind: 'barChart',
          title: 'Who performs',
          icon: 'heart',
          info: 'How many scored procedures each person did this year.',
          width: 12,
          height: 2,
          dataSource: { ...source, measure: 'logCount', range: 'YEAR', groupBy: 'user' },
        },
      ],
    },
  })
}

interface Names {
  equipmentType: Map<string, Id<'equipmentType'>>
  procedure: Map<string, Id<'procedure'>>
  procedureType: Map<string, Id<'procedureType'>>
  location: Map<string, Id<'location'>>
}

async function namesOf({ db, companyId }: Seed): Promise<Names> {
  const byName = <I>(rows: readonly { id: I; name: string }[]) =>
    new Map(rows.map(({ id, name }) => [name, id]))
  return {
    equipmentType: byName(
      await db.select().from(equipmentType).where(eq(equipmentType.companyId, companyId)),
    ),
    procedure: byName(await db.select().from(procedure).where(eq(procedure.companyId, companyId))),
    procedureType: byName(
      await db.select().from(procedureType).where(eq(procedureType.companyId, companyId)),
    ),
    location: byName(
      await db
        .select({ id: location.id, name: location.name })
        .from(location)
        .where(eq(location.companyId, companyId)),
    ),
  }
}

function filtersOf(
  { procedures, procedureTypes, things, places }: CardSpec,
  names: Names,
): FilterObject[] {
  const found = <I>(list: readonly string[] | undefined, from: Map<string, I>): I[] =>
    (list ?? []).map((name) => {
      const id = from.get(name)
      if (id === undefined) throw new Error(`The demo has no ${name}`)
      return id
    })
  const lists = {
    equipmentTypeIds: found(things, names.equipmentType),
    locationIds: found(places, names.location),
    procedureIds: found(procedures, names.procedure),
    procedureTypeIds: found(procedureTypes, names.procedureType),
  }
  const given = Object.fromEntries(
    Object.entries(lists).filter(([, list]) => list.length > 0),
  ) as FilterObject // lists of their own key's ids
  return Object.keys(given).length === 0 ? [] : [given]
}

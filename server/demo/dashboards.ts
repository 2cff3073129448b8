import type { FilterObject } from '#contract/filter.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { boards, type CardSpec } from './boards.ts'
import type { Campus } from './campus.ts'
import { checklist, type Checklist } from './procedures.ts'
import { insertAll, type Seed } from './rows.ts'

interface Ground {
  campus: Campus
  lists: readonly Checklist[]
}

export async function seedDashboards(
  seed: Seed,
  ground: Ground,
  roleIds: Record<'manager' | 'technician' | 'staff', Id<'role'>>,
): Promise<void> {
  const { db, companyId, now, words } = seed
  const [quality, punctuality] = await insertAll(
    db,
    tables.dashboardCategory,
    [words.boards.quality, words.boards.punctuality].map((name) => ({ companyId, name })),
  )
  await seedDynamic(seed, ground.campus.typeIds.medicineFridge)
  for (const [age, { name, isFiltered, roles, chapters }] of boards.entries()) {
    const cards = chapters.flatMap((chapter) => chapter.cards)
    const items = await insertAll(
      db,
      tables.dashboardItem,
      cards.map((card) => ({
        companyId,
        name: words.cards[card.name],
        dashboardCategoryId: (card.category === 'quality' ? quality : punctuality)?.id ?? null,
        range: card.range,
        type: card.type,
        filters: filtersOf(card, ground),
      })),
    )
    const idOf = new Map(items.map(({ id }, index) => [cards[index]?.name, id]))
    const [board] = await db
      .insert(tables.dashboard)
      .values({
        companyId,
        name: words.boards[name],
        isFiltered,
        isRestrictedEquipment: false,
        isRestrictedProcedures: false,
        equipmentTypes: [],
        procedureTypes: [],
        locationTypes: [],
        updatedAt: new Date(now.getTime() - (age + 1) * 8 * 86_400_000),
        chapters: chapters.map((chapter) => ({
          title: words.boards[chapter.title],
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
        .insert(tables.dashboardShare)
        .values(roles.map((role) => ({ companyId, dashboardId: board.id, roleId: roleIds[role] })))
  }
}

async function seedDynamic(
  { db, companyId, words: { desk: said } }: Seed,
  fridge: Id<'equipmentType'>,
): Promise<void> {
  const source = {
    measure: 'averageScore',
    range: 'MONTH',
    filter: {},
    groupBy: 'period',
    compare: false,
  } as const
  const fridges = { equipmentTypeIds: [fridge] }
  await db.insert(tables.dynamicDashboard).values({
    companyId,
    title: said.title,
    icon: 'gauge',
    structure: {
      widgets: [
        {
          id: 'w1',
          kind: 'singleNumber',
          title: said.average,
          icon: 'gauge',
          info: said.averageInfo,
          width: 3,
          height: 1,
          dataSource: source,
        },
        {
          id: 'w2',
          kind: 'singleNumber',
          title: said.schedules,
          icon: 'check',
          info: '',
          width: 3,
          height: 1,
          dataSource: { ...source, measure: 'scheduleDone' },
        },
        {
          id: 'w3',
          kind: 'singleNumber',
          title: said.scored,
          icon: 'tool',
          info: '',
          width: 3,
          height: 1,
          dataSource: { ...source, measure: 'logCount' },
        },
        {
          id: 'w4',
          kind: 'singleNumber',
          title: said.fridges,
          icon: 'safety',
          info: said.fridgesInfo,
          width: 3,
          height: 1,
          dataSource: { ...source, filter: fridges },
        },
        {
          id: 'w5',
          kind: 'barChart',
          title: said.byProcedure,
          icon: 'chart',
          info: '',
          width: 6,
          height: 2,
          dataSource: { ...source, range: 'YEAR', groupBy: 'procedure', compare: true },
        },
        {
          id: 'w6',
          kind: 'barChart',
          title: said.byMonth,
          icon: 'clock',
          info: '',
          width: 6,
          height: 2,
          dataSource: source,
        },
        {
          id: 'w7',
          kind: 'barChart',
          title: said.who,
          icon: 'heart',
          info: said.whoInfo,
          width: 12,
          height: 2,
          dataSource: { ...source, measure: 'logCount', range: 'YEAR', groupBy: 'user' },
        },
      ],
    },
  })
}

function filtersOf(
  { procedures = [], procedureTypes = [], things = [], places = [] }: CardSpec,
  { lists, campus }: Ground,
): FilterObject[] {
  const ids = {
    equipmentTypeIds: things.map((key) => campus.typeIds[key]),
    locationIds: places.map((code) => campus.places.buildings[code].id),
    procedureIds: procedures.map((key) => checklist(lists, key).id),
    procedureTypeIds: procedureTypes.flatMap((key) => {
      const of = lists.find(({ spec }) => spec.type === key)
      return of === undefined ? [] : [of.typeId]
    }),
  }
  const given = Object.fromEntries(
    Object.entries(ids).filter(([, list]) => list.length > 0),
  ) as FilterObject // lists of their own key's ids
  return Object.keys(given).length === 0 ? [] : [given]
}

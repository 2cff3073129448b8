import type { Input } from '#contract/endpoint.ts'
import type { DetailPart, DetailRow } from '#contract/dashboards/dashboardItems.ts'
import { contract } from '#contract/index.ts'
import { everyOne, meanOf, type Ask, type Opens, type Pairs, type Shown } from './shown.ts'
import type { FiguresWorld } from './world.ts'

const { dashboards, dashboardItems, dynamicDashboards } = contract

interface Details {
  count: number
  value: number | null
  rows: DetailRow[]
}
interface Period {
  from: string
  value: number | null
  counted: number
}
interface Moment {
  at?: string
  part?: DetailPart
}

export function boardsOpen(ask: Ask, world: () => FiguresWorld): Opens {
  /**
   * The numbers of a card, each with its rows. The function lists the rows of a moment and part.
   */
  async function cardPairs(
    number: Period &
      Record<'done' | 'doneLate' | 'notDone' | 'waiting' | 'objects', number> & {
        type: string
        previous: Period
        history: Period[]
      },
    rowsAt: (moment: Moment) => Promise<Details>,
  ): Promise<Shown> {
    const isMean = number.type === 'averageScore'
    const valueOf = (rows: readonly DetailRow[]) =>
      isMean
        ? meanOf(rows.flatMap(({ score }) => (score === null ? [] : [score])))
        : meanOf(rows.map(({ state }) => (state === 'done' || state === 'doneLate' ? 100 : 0)))
    const periodPairs = async (period: Period, at: string | undefined) => {
      const { count, rows } = await rowsAt(at === undefined ? {} : { at })
      return { counted: [period.counted, count], value: [period.value, valueOf(rows)] } as const
    }
    const now = await periodPairs(number, undefined)
    const previous = await periodPairs(number.previous, number.previous.from)
    const history = await everyOne(number.history, (period) => periodPairs(period, period.from))
    const { rows } = await rowsAt({})
    const part = async (one: DetailPart) => (await rowsAt({ part: one })).count
    return {
      counted: [[...now.counted]],
      value: [[...now.value]],
      'previous.counted': [[...previous.counted]],
      'previous.value': [[...previous.value]],
      'history[].counted': history.map(({ counted }) => [...counted]),
      'history[].value': history.map(({ value }) => [...value]),
      objects: [[number.objects, new Set(rows.map(({ place, name }) => place ?? name)).size]],
      ...(isMean
        ? {}
        : {
            done: [[number.done, await part('done')]],
            doneLate: [[number.doneLate, await part('doneLate')]],
            notDone: [[number.notDone, await part('notDone')]],
            waiting: [[number.waiting, await part('waiting')]],
          }),
    } as Shown
  }

  async function bothCards(pairsOf: (index: number) => Promise<Shown>): Promise<Shown> {
    const [share, mean] = [await pairsOf(0), await pairsOf(1)]
    return Object.fromEntries(
      Object.entries(share).map(([path, pairs]) => [path, [...pairs, ...(mean[path] ?? [])]]),
    )
  }
  const cardOf = (index: number) => {
    const card = world().cards[index]
    if (card === undefined) throw new Error('There is no such card')
    return card
  }
  const draftOf = (index: number) => {
    const { type, range, data } = cardOf(index).item
    return { type, range, data } as Pick<
      Input<typeof dashboardItems.previewCard>['body'],
      'type' | 'range' | 'data'
    >
  }
  const widget = {
    id: 'w1',
    kind: 'barChart',
    title: 'Bars',
    icon: 'chart',
    info: '',
    width: 6,
    height: 2,
    dataSource: {
      measure: 'averageScore',
      range: 'YEAR',
      filter: {},
      groupBy: 'procedure',
      compare: true,
    },
  } as const
  const single = { ...widget, id: 'w2', kind: 'singleNumber' } as const

  async function widgetPairs(preview: boolean): Promise<Shown> {
    const board = await ask(dynamicDashboards.createDynamicDashboard, {
      body: { title: 'Widgets', icon: 'gauge', structure: { widgets: [widget, single] } },
    })
    const of = (one: typeof widget | typeof single) =>
      preview
        ? ask(dynamicDashboards.previewWidget, { body: one })
        : ask(dynamicDashboards.getWidget, {
            params: { dashboardId: board.id, widgetId: one.id },
          })
    const rows = (widgetId: string, more: object = {}) =>
      ask(dynamicDashboards.listWidgetRows, {
        params: { dashboardId: board.id, widgetId, limit: 500, ...more },
      })
    const [bars, number] = [await of(widget), await of(single)]
    if (bars.kind !== 'barChart' || number.kind !== 'singleNumber') throw new Error('Another kind')
    const whole = await rows('w2')
    const groups = bars.data.flatMap(({ series, categories }) =>
      categories.map((category) => ({ series, ...category })),
    )
    const grouped = await everyOne(groups, async ({ series, id, value, counted }) => {
      const behind = await rows('w1', { series, group: id === null ? 'none' : String(id) })
      const mean = meanOf(behind.rows.flatMap(({ score }) => (score === null ? [] : [score])))
      return { value: [value, mean && Math.round(mean)], counted: [counted, behind.count] } as const
    })
    return {
      'dataSourceInfo.counted': [
        [bars.dataSourceInfo.counted, (await rows('w1')).count],
        [number.dataSourceInfo.counted, whole.count],
      ],
      data: [[number.data, whole.value]],
      previous: [[number.previous, (await rows('w2', { series: 'before' })).value]],
      'data[].categories[].value': grouped.map(({ value }) => [...value]),
      'data[].categories[].counted': grouped.map(({ counted }) => [...counted]),
    }
  }

  const sharedPairs = async (
    rows: readonly { id: number; sharedWith: { roles: number; users: number } }[],
    prefix: string,
  ): Promise<Shown> => {
    const params = (dashboardId: number) => ({
      params: { dashboardId, partOfDashboard: 'true' as const },
    })
    return {
      [`${prefix}sharedWith.roles`]: await everyOne(rows, async ({ id, sharedWith }) => [
        sharedWith.roles,
        (await ask(dashboards.listDashboardRoles, params(id))).count,
      ]),
      [`${prefix}sharedWith.users`]: await everyOne(rows, async ({ id, sharedWith }) => [
        sharedWith.users,
        (await ask(dashboards.listDashboardUsers, params(id))).count,
      ]),
    } as Shown
  }
  const countPair = (answer: { count: number; rows: readonly unknown[] }): Pairs => [
    [answer.count, answer.rows.length],
  ]
  const detailPairs = (answer: Details): Shown => ({
    count: countPair(answer),
    value: [
      [
        answer.value,
        meanOf(
          answer.rows.map(({ state }) => (state === 'done' || state === 'doneLate' ? 100 : 0)),
        ),
      ],
    ],
  })

  return {
    async 'dashboards.listDashboards'() {
      const { count, rows } = await ask(dashboards.listDashboards, { body: {} })
      const whole = await everyOne(rows, ({ id }) =>
        ask(dashboards.getDashboard, { params: { id } }),
      )
      return {
        count: [[count, rows.length]],
        'rows[].chapters': rows.map((row, i) => [
          row.chapters,
          whole[i]?.data.chapters.length ?? 0,
        ]),
        'rows[].cards': rows.map((row, i) => [
          row.cards,
          whole[i]?.data.chapters.flatMap(({ items }) => items).length ?? 0,
        ]),
        ...(await sharedPairs(rows, 'rows[].')),
      } as Shown
    },
    async 'dashboards.getDashboard'() {
      const { id } =
        world().own.dashboard === undefined ? cardOf(0).board : { id: world().own.dashboard ?? 0 }
      return sharedPairs([await ask(dashboards.getDashboard, { params: { id } })], '')
    },
    async 'dashboards.listCardDetails'() {
      const { board, item } = cardOf(0)
      return detailPairs(
        await ask(dashboards.listCardDetails, {
          params: { id: board.id, itemId: item.id, limit: 500 },
        }),
      )
    },
    async 'dashboards.listDashboardRoles'() {
      const dashboardId = world().own.dashboard ?? 0
      return {
        count: countPair(
          await ask(dashboards.listDashboardRoles, { params: { dashboardId, limit: 500 } }),
        ),
      }
    },
    async 'dashboards.listDashboardUsers'() {
      const dashboardId = world().own.dashboard ?? 0
      return {
        count: countPair(
          await ask(dashboards.listDashboardUsers, { params: { dashboardId, limit: 500 } }),
        ),
      }
    },
    async 'dashboardItems.listDashboardItems'() {
      return {
        count: countPair(await ask(dashboardItems.listDashboardItems, { params: { limit: 500 } })),
      }
    },
    'dashboardItems.getCard': () =>
      bothCards(async (index) => {
        const { board, item } = cardOf(index)
        const number = await ask(dashboardItems.getCard, {
          params: { id: item.id, dashboardId: board.id },
        })
        return cardPairs(number, (moment) =>
          ask(dashboards.listCardDetails, {
            params: { id: board.id, itemId: item.id, limit: 500, ...moment },
          }),
        )
      }),
    'dashboardItems.previewCard': () =>
      bothCards(async (index) =>
        cardPairs(await ask(dashboardItems.previewCard, { body: draftOf(index) }), (moment) =>
          ask(dashboardItems.listCardDraftDetails, {
            body: { ...draftOf(index), limit: 500, ...moment },
          }),
        ),
      ),
    async 'dashboardItems.listCardDraftDetails'() {
      return detailPairs(
        await ask(dashboardItems.listCardDraftDetails, { body: { ...draftOf(0), limit: 500 } }),
      )
    },
    async 'dashboardItems.listDashboardCategories'() {
      const { count, rows } = await ask(dashboardItems.listDashboardCategories, {})
      return {
        count: [[count, rows.length]],
        'rows[].cards': await everyOne(rows, async ({ id, cards }) => [
          cards,
          (await ask(dashboardItems.listDashboardItems, { params: { dashboardCategoryId: id } }))
            .count,
        ]),
      } as Shown
    },
    async 'dynamicDashboards.listDynamicDashboards'() {
      const { count, rows } = await ask(dynamicDashboards.listDynamicDashboards, { body: {} })
      return {
        count: [[count, rows.length]],
        'rows[].widgets': await everyOne(rows, async ({ id, widgets }) => [
          widgets,
          (await ask(dynamicDashboards.getDynamicDashboard, { params: { id } })).structure.widgets
            .length,
        ]),
      } as Shown
    },
    'dynamicDashboards.getWidget': () => widgetPairs(false),
    'dynamicDashboards.previewWidget': () => widgetPairs(true),
    async 'dynamicDashboards.listWidgetRows'() {
      const board = await ask(dynamicDashboards.createDynamicDashboard, {
        body: { title: 'Rows', icon: 'gauge', structure: { widgets: [single] } },
      })
      const answer = await ask(dynamicDashboards.listWidgetRows, {
        params: { dashboardId: board.id, widgetId: 'w2', limit: 500 },
      })
      const scores = answer.rows.flatMap(({ score }) => (score === null ? [] : [score]))
      return { count: countPair(answer), value: [[answer.value, meanOf(scores)]] }
    },
  }
}

/** A widget's numbers. Uses the queries of cards and reports, so that they agree. */
import type { z } from 'zod'
import type { detailAnswer } from '#contract/dashboards/dashboardItems.ts'
import { addDays, HISTORY, periodsUpTo, type Period } from '#contract/dashboards/periods.ts'
import type {
  BarSeries,
  DataSource,
  Widget,
  WidgetData,
} from '#contract/dashboards/dynamicDashboards.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { detailsOf, numberOf, unrestricted, type CardQuestion } from '../dashboards/index.ts'
import { bestResults, distributionRows, distributions } from '../reports/index.ts'

type Series = BarSeries['series']

const cardQuestion = ({ measure, range, filter }: DataSource, at?: string): CardQuestion => ({
  type: measure === 'scheduleDone' ? 'scheduleDone' : 'averageScore',
  range,
  filters: [filter],
  at,
  restrictions: unrestricted,
  accessScope: 'viewer',
})
/** The period with an inclusive end. */
const closed = ({ from, to }: Period) => ({ from, to: addDays(to, -1) })

async function periods(scope: Scope, { range }: DataSource): Promise<Record<Series, Period>> {
  const { today, weekStart } = await calendarOf(scope)
  const [before, now] = periodsUpTo(range, today, weekStart, 2)
  if (!before || !now) throw new Error('Two periods were asked for')
  return { now, before }
}

export async function dataOf(
  scope: Scope,
  { id, kind, title, icon, info, dataSource }: Widget,
): Promise<WidgetData> {
  const number = await numberOf(scope, {
    ...cardQuestion(dataSource),
    history: kind === 'barChart' && dataSource.groupBy === 'period',
  })
  const isCount = dataSource.measure === 'logCount'
  const dataSourceInfo = {
    measure: dataSource.measure,
    ...closed(number),
    isPartial: number.isPartial,
    counted: number.counted,
    beyondRights: number.beyondRights,
    lastAt: number.lastAt,
  }
  const widgetFields = { id, title, icon, info, dataSource, dataSourceInfo }
  const value = (part: { value: number | null; counted: number }) =>
    isCount ? part.counted : part.value
  if (kind === 'singleNumber')
    return { ...widgetFields, kind, data: value(number), previous: value(number.previous) }
  return {
    ...widgetFields,
    kind,
    data:
      dataSource.groupBy === 'period'
        ? [
            {
              series: 'now',
              from: number.history[0]?.from ?? number.from,
              to: addDays(number.to, -1),
              remaining: 0,
              categories: number.history.map((period, index) => ({
                id: index,
                name: period.from,
                value: value(period),
                counted: period.counted,
              })),
            },
          ]
        : await grouped(scope, dataSource, dataSource.groupBy, isCount),
  }
}

async function grouped(
  scope: Scope,
  dataSource: DataSource,
  groupBy: Exclude<DataSource['groupBy'], 'period'>,
  isCount: boolean,
): Promise<BarSeries[]> {
  const found = await periods(scope, dataSource)
  const series: Series[] = dataSource.compare ? ['now', 'before'] : ['now']
  const answers = await distributions(
    scope,
    { distributionBy: groupBy, type: 'performances', filter: dataSource.filter },
    series.map((one) => closed(found[one])),
    bestResults,
  )
  return answers.flatMap(({ from, to, results, remaining }, index) => {
    const one = series[index]
    return one === undefined
      ? []
      : [
          {
            series: one,
            from,
            to,
            remaining,
            categories: results.map((result) => ({
              id: result.id,
              name: result.name,
              value: isCount ? result.counted : result.value,
              counted: result.counted,
            })),
          },
        ]
  })
}

export async function rowsOf(
  scope: Scope,
  { dataSource }: Widget,
  {
    series,
    group,
    limit,
    offset,
  }: { series: Series; group?: string | undefined; limit: number; offset: number },
): Promise<z.input<typeof detailAnswer>> {
  const page = { limit, offset, sort: undefined }
  if (dataSource.groupBy === 'period' || group === undefined) {
    const found = await periods(scope, dataSource)
    const { today, weekStart } = await calendarOf(scope)
    const history = periodsUpTo(dataSource.range, today, weekStart, HISTORY[dataSource.range])
    const at = group === undefined ? found[series].from : history[Number(group)]?.from
    return detailsOf(scope, cardQuestion(dataSource, at ?? found.now.from), {
      part: 'counted',
      ...page,
    })
  }
  const { [series]: period } = await periods(scope, dataSource)
  return distributionRows(scope, {
    distributionBy: dataSource.groupBy,
    type: 'performances',
    filter: dataSource.filter,
    range: closed(period),
    group: group === 'none' ? null : Number(group),
    ...page,
  })
}

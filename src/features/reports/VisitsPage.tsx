import { PrinterOutlined } from '@ant-design/icons'
import { Button, Pagination, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { zoneKinds } from '#contract/positioning/visits.ts'
import { weekdayName } from '#contract/rules/weekday.ts'
import { visitDimensions, type VisitGroup } from '#contract/zones.ts'
import { fetchAllPages } from '#api/fetchAllPages.ts'
import { EquipmentTypePicker } from '#entities/pickers/pickers.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { zoneCalls } from '#entities/visits/calls.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { useFormatDuration } from '#lib/useFormatDuration.ts'
import { ChartBlock } from '#ui/charts/ChartBlock.tsx'
import { BarChartOf } from '#ui/charts/LazyChart.tsx'
import { Facts } from '#ui/panel/DetailPanel.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Page } from '#ui/page/Page.tsx'
import { PrintHead } from '#ui/page/PrintHead.tsx'
import { EmptyState, ErrorState, LoadingState, NoRight } from '#ui/feedback/states.tsx'
import { durations, rangesField, rangesToSend } from './ranges.ts'
import { RangesBar, useRanges } from './RangesBar.tsx'
import { useRangeLabels } from './useRangeLabels.ts'
import styles from './reports.module.css'

const SIZE = 100
const DRAWN = 20
const measures = ['visits', 'things', 'averageSeconds', 'totalSeconds'] as const
type Measure = (typeof measures)[number]

const shape = {
  by: inAddress.oneOf(visitDimensions, 'zone'),
  of: inAddress.oneOf(zoneKinds, 'room'),
  measure: inAddress.oneOf(measures, 'visits'),
  type: inAddress.id('equipmentType'),
  duration: inAddress.oneOf(durations, 'month'),
  ranges: rangesField,
  page: inAddress.count(1),
}

export function VisitsPage() {
  const { t } = useTranslation(['reports', 'titles', 'dashboards'])
  const mayRead = useMay('viewer|reports')
  const [state, change] = useAddressState(shape)
  const sent = rangesToSend(useRanges(state, 1))
  const [range] = sent
  const words = useRangeLabels()
  const asked = {
    by: state.by,
    of: state.of,
    range: range ?? { from: '', to: '' },
    sort: `-${state.measure}` as const,
    ...(state.type === null ? {} : { equipmentTypeId: state.type }),
  }
  const query = zoneCalls.useGetVisitReportQuery(
    { body: { ...asked, limit: SIZE, offset: (state.page - 1) * SIZE } },
    { skip: !mayRead || range === undefined },
  )
  const [fetchPage] = zoneCalls.useLazyGetVisitReportQuery()
  const data = answerToShow(query)
  if (!mayRead) return <NoRight />
  const select = <K extends 'by' | 'of' | 'measure'>(
    key: K,
    values: readonly (typeof state)[K][],
    labels: { label: string; of(value: (typeof state)[K]): string },
  ) => (
    <Select<(typeof state)[K]>
      aria-label={labels.label}
      value={state[key]}
      popupMatchSelectWidth={false}
      onChange={(value) => change({ [key]: value, page: 1 }, { push: true })}
      options={values.map((value) => ({ value, label: labels.of(value) }))}
    />
  )
  return (
    <Page
      title={t('titles:reportVisits')}
      back={{ to: pathTo('report', {}), label: t('titles:report') }}
      actions={
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {t('dashboards:print')}
        </Button>
      }
    >
      <div className={`${styles.report} print-whole`}>
        <PrintHead
          lines={[
            `${t('visitsOf')}: ${t(`visitsZone.${state.of}`)}`,
            `${t('distributionBy')}: ${t(`visitsBy.${state.by}`)}`,
            sent.map(words).join('; '),
          ]}
        />
        <div className={styles.reportAsk}>
          {select('of', zoneKinds, {
            label: t('visitsOf'),
            of: (value) => t(`visitsZone.${value}`),
          })}
          {select('by', visitDimensions, {
            label: t('distributionBy'),
            of: (value) => t(`visitsBy.${value}`),
          })}
          {select('measure', measures, {
            label: t('measure.label'),
            of: (value) => t(`measure.${value}`),
          })}
          <EquipmentTypePicker
            value={state.type}
            onChange={(type: number | null) => change({ type, page: 1 }, { push: true })}
          />
          <RangesBar
            isOne
            count={1}
            state={state}
            onChange={(patch) => change({ ...patch, page: 1 }, { push: true })}
          />
        </div>
        {range === undefined ? (
          <EmptyState title={t('noRange')} hint={t('noRangeHint')} />
        ) : data === undefined ? (
          query.error === undefined ? (
            <LoadingState rows={8} />
          ) : (
            <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
          )
        ) : data.visits === 0 ? (
          <EmptyState title={t('nothing')} hint={t('noVisitsHint')} />
        ) : (
          <section className="surface" aria-busy={query.isFetching}>
            <Whole data={data} />
            <Groups
              rows={data.rows}
              by={state.by}
              measure={state.measure}
              readAll={
                data.count > data.rows.length
                  ? () =>
                      fetchAllPages((page) => fetchPage({ body: { ...asked, ...page } }).unwrap())
                  : undefined
              }
            />
            {data.count > SIZE && (
              <Pagination
                className={styles.rowsPages}
                size="small"
                current={state.page}
                pageSize={SIZE}
                total={data.count}
                showSizeChanger={false}
                onChange={(page) => change({ page }, { push: true })}
              />
            )}
          </section>
        )}
      </div>
    </Page>
  )
}

function Whole({ data }: { data: Omit<VisitGroup, 'id' | 'name'> }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const lasted = useFormatDuration()
  return (
    <Facts
      rows={[
        { label: t('measure.visits'), value: format.number(data.visits) },
        { label: t('measure.things'), value: format.number(data.things) },
        {
          label: t('measure.averageSeconds'),
          value: data.averageSeconds === null ? '—' : lasted(data.averageSeconds),
        },
        { label: t('measure.totalSeconds'), value: lasted(data.totalSeconds) },
      ]}
    />
  )
}

function Groups({
  rows,
  by,
  measure,
  readAll,
}: {
  rows: readonly VisitGroup[]
  by: (typeof visitDimensions)[number]
  measure: Measure
  /** Loads all rows for the export, if the table shows only one page. */
  readAll: (() => Promise<readonly VisitGroup[]>) | undefined
}) {
  const { t } = useTranslation(['reports', 'zones'])
  const format = useFormat()
  const lasted = useFormatDuration()
  const nameOf = ({ id, name }: VisitGroup): string => {
    if (by === 'dayOfWeek') return weekdayName(format.locale, id)
    if (by === 'hour') return `${String(id).padStart(2, '0')}:00`
    return name === '' ? t('zones:withoutName') : name
  }
  // Weekdays and hours stay in calendar order; other rows follow the chosen sort.
  const ordered =
    by === 'dayOfWeek' || by === 'hour'
      ? rows.toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
      : rows
  function placeOf(id: number): number {
    return by === 'dayOfWeek' ? (id - format.weekStart + 7) % 7 : id
  }
  const isTime = measure === 'averageSeconds' || measure === 'totalSeconds'
  const shown = ordered.slice(0, by === 'hour' ? 24 : DRAWN)
  const rowOf = (group: VisitGroup) => [
    nameOf(group),
    group.visits,
    group.things,
    group.averageSeconds === null ? null : Math.round(group.averageSeconds / 60),
    Math.round(group.totalSeconds / 60),
  ]
  return (
    <ChartBlock
      title={`${t(`measure.${measure}`)}: ${t(`visitsBy.${by}`)}`}
      table={{
        columns: [
          t(`visitsBy.${by}`),
          t('measure.visits'),
          t('measure.things'),
          t('averageMinutes'),
          t('totalMinutes'),
        ],
        rows: ordered.map(rowOf),
        ...(readAll === undefined ? {} : { readAll: async () => (await readAll()).map(rowOf) }),
      }}
    >
      <BarChartOf
        height={300}
        format={(value) => (isTime ? lasted(value) : format.number(value))}
        labels={shown.map(nameOf)}
        series={[
          {
            name: t(`measure.${measure}`),
            colour: 'var(--pr-turquoise)',
            values: shown.map((group) => group[measure]),
          },
        ]}
      />
    </ChartBlock>
  )
}

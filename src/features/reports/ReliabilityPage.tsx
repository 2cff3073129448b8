import { FilterOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Pagination, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reliabilityDimensions, type ReliabilityRow } from '#contract/reliability.ts'
import { fetchAllPages } from '#api/fetchAllPages.ts'
import { filterAddress, filterFrom, filterPatch } from '#entities/filterObject/filterAddress.ts'
import { FilterSheet } from '#entities/filterObject/FilterSheet.tsx'
import { useFilterSummary } from '#entities/filterObject/useFilterSummary.ts'
import { reliabilityCalls } from '#entities/reliability/calls.ts'
import { ReliabilityFacts } from '#entities/reliability/ReliabilityFacts.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { useFormatDuration } from '#lib/useFormatDuration.ts'
import { ChartBlock } from '#ui/charts/ChartBlock.tsx'
import { BarChartOf } from '#ui/charts/LazyChart.tsx'
import { EmptyState, ErrorState, LoadingState, NoRight } from '#ui/feedback/states.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { When } from '#ui/page/marks.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PrintHead } from '#ui/page/PrintHead.tsx'
import { DowntimesBehind } from './DowntimesBehind.tsx'
import { durations, rangesField, rangesToSend } from './ranges.ts'
import { RangesBar, useRanges } from './RangesBar.tsx'
import { useDimensionWords } from './useDimensionWords.ts'
import { useRangeLabels } from './useRangeLabels.ts'
import styles from './reports.module.css'

const SIZE = 100
/** The chart has the worst ten. */
const DRAWN = 10
const orders = ['-downSeconds', '-failures', 'availability', 'name'] as const

const shape = {
  ...filterAddress,
  by: inAddress.oneOf(reliabilityDimensions, 'equipment'),
  sort: inAddress.oneOf(orders, '-downSeconds'),
  duration: inAddress.oneOf(durations, 'year'),
  ranges: rangesField,
  groups: inAddress.count(1),
  /** `all`, a group's id, or `none` for equipment without one. Empty while no rows are open. */
  open: inAddress.text(),
  page: inAddress.count(1),
}

export function ReliabilityPage() {
  const { t } = useTranslation(['reliability', 'reports', 'titles', 'common', 'dashboards'])
  const mayRead = useMay('viewer|reports')
  const [state, change] = useAddressState(shape)
  const [isFiltering, setIsFiltering] = useState(false)
  const filter = filterFrom(state)
  const summary = useFilterSummary(filter)
  const words = useRangeLabels()
  const byLabel = useDimensionWords()
  const sent = rangesToSend(useRanges(state, 1))
  const [range] = sent
  const asked = { by: state.by, filter, sort: state.sort, range: range ?? { from: '', to: '' } }
  const query = reliabilityCalls.useGetReliabilityQuery(
    { body: { ...asked, limit: SIZE, offset: (state.groups - 1) * SIZE } },
    { skip: !mayRead || range === undefined },
  )
  const [fetchPage] = reliabilityCalls.useLazyGetReliabilityQuery()
  const data = answerToShow(query)
  if (!mayRead) return <NoRight />
  return (
    <Page
      title={t('titles:reportReliability')}
      back={{ to: pathTo('report', {}), label: t('titles:report') }}
      actions={
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {t('dashboards:print')}
        </Button>
      }
      panel={
        range !== undefined &&
        state.open !== '' && (
          <DowntimesBehind
            question={{ by: state.by, filter, range }}
            group={groupOf(state.open)}
            page={state.page}
            onPage={(page) => change({ page })}
            onClose={() => change({ open: '', page: 1 }, { push: true })}
          />
        )
      }
    >
      <div className={`${styles.report} print-whole`}>
        <PrintHead
          lines={[
            `${t('reports:distributionBy')}: ${byLabel(state.by)}`,
            sent.map(words).join('; '),
            summary,
          ]}
        />
        <div className={styles.reportAsk}>
          <Select
            aria-label={t('reports:distributionBy')}
            value={state.by}
            popupMatchSelectWidth={false}
            onChange={(by) => change({ by, open: '', groups: 1 }, { push: true })}
            options={reliabilityDimensions.map((by) => ({ value: by, label: byLabel(by) }))}
          />
          <RangesBar
            isOne
            count={1}
            state={state}
            onChange={(patch) => change({ ...patch, open: '', groups: 1 }, { push: true })}
          />
          <Select
            aria-label={t('reports:order.label')}
            value={state.sort}
            popupMatchSelectWidth={false}
            onChange={(sort) => change({ sort, groups: 1 }, { push: true })}
            options={orders.map((sort) => ({ value: sort, label: t(`order.${sort}`) }))}
          />
          <Button icon={<FilterOutlined aria-hidden />} onClick={() => setIsFiltering(true)}>
            {t('common:filter')}
          </Button>
          <span className="quiet">{summary}</span>
        </div>
        {range === undefined ? (
          <EmptyState title={t('reports:noRange')} hint={t('reports:noRangeHint')} />
        ) : data === undefined ? (
          query.error === undefined ? (
            <LoadingState rows={8} />
          ) : (
            <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
          )
        ) : data.whole.equipmentCount === 0 ? (
          <EmptyState title={t('reports:nothing')} hint={t('nothingHint')} />
        ) : (
          <section className="surface" aria-busy={query.isFetching}>
            <ReliabilityFacts of={data.whole} />
            {data.knownSince !== null && data.knownSince.slice(0, 10) > range.from && (
              <p className="quiet">
                {t('knownSince')} <When at={data.knownSince} as="date" />
              </p>
            )}
            <Button type="link" onClick={() => change({ open: 'all', page: 1 }, { push: true })}>
              {t('allDowntimes')}
            </Button>
            <Groups
              rows={data.rows}
              title={`${t('titles:reportReliability')}: ${byLabel(state.by)}`}
              first={byLabel(state.by)}
              isOfOne={state.by === 'equipment'}
              note={summary}
              onOpen={(id) =>
                change({ open: id === null ? 'none' : String(id), page: 1 }, { push: true })
              }
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
                current={state.groups}
                pageSize={SIZE}
                total={data.count}
                showSizeChanger={false}
                onChange={(groups) => change({ groups }, { push: true })}
              />
            )}
          </section>
        )}
      </div>
      {isFiltering && (
        <FilterSheet
          value={filter}
          onChange={(next) => change({ ...filterPatch(next), groups: 1 })}
          onClose={() => setIsFiltering(false)}
        />
      )}
    </Page>
  )
}

const groupOf = (open: string): number | null | undefined =>
  open === 'all' ? undefined : open === 'none' ? null : Number(open)

const hours = (seconds: number | undefined): number | null =>
  seconds === undefined ? null : Math.round(seconds / 360) / 10

function Groups({
  rows,
  title,
  first,
  isOfOne,
  note,
  onOpen,
  readAll,
}: {
  rows: readonly ReliabilityRow[]
  title: string
  first: string
  /** Each row is one equipment, so that a count says nothing. */
  isOfOne: boolean
  note: string
  onOpen(id: number | null): void
  /** Loads all rows for the export, if the table shows only one page. */
  readAll: (() => Promise<readonly ReliabilityRow[]>) | undefined
}) {
  const { t } = useTranslation(['reliability', 'reports'])
  const format = useFormat()
  const lasted = useFormatDuration()
  const nameOf = ({ id, name }: ReliabilityRow) => (id === null ? t('reports:none') : name)
  const rowOf = (row: ReliabilityRow) => [
    nameOf(row),
    ...(isOfOne ? [] : [row.equipmentCount]),
    row.availability === null ? null : Math.floor(row.availability * 10) / 10,
    hours(row.downSeconds),
    hours(row.plannedSeconds),
    row.failures,
    hours(row.mtbf?.mean),
    hours(row.mttr?.mean),
  ]
  const drawn = rows.slice(0, DRAWN)
  const legend = [
    { name: t('unplanned'), colour: 'var(--pr-red)' },
    { name: t('plannedSeconds'), colour: 'var(--pr-blue)' },
  ]
  return (
    <ChartBlock
      legend={legend}
      heading={
        <span className={styles.legend}>
          {title}, {t('downHours')}
          {legend.map(({ name, colour }) => (
            <span key={name}>
              <span className={styles.dot} style={{ background: colour }} aria-hidden="true" />{' '}
              {name}
            </span>
          ))}
        </span>
      }
      title={title}
      note={note}
      table={{
        columns: [
          first,
          ...(isOfOne ? [] : [t('equipmentCount')]),
          t('availabilityPercent'),
          t('downHours'),
          t('plannedHours'),
          t('failures'),
          t('mtbfHours'),
          t('mttrHours'),
        ],
        rows: rows.map(rowOf),
        ...(readAll === undefined ? {} : { readAll: async () => (await readAll()).map(rowOf) }),
        onOpen: (index) => {
          const row = rows[index]
          if (row !== undefined) onOpen(row.id)
        },
      }}
    >
      <BarChartOf
        height={300}
        format={(value) => lasted(value * 3_600)}
        formatScale={(value) => format.number(value)}
        labels={drawn.map(nameOf)}
        series={[
          {
            name: t('unplanned'),
            colour: 'var(--pr-red)',
            values: drawn.map((row) => (row.downSeconds - row.plannedSeconds) / 3_600),
          },
          {
            name: t('plannedSeconds'),
            colour: 'var(--pr-blue)',
            values: drawn.map((row) => row.plannedSeconds / 3_600),
          },
        ]}
        onOpen={(label) => {
          const row = drawn[label]
          if (row !== undefined) onOpen(row.id)
        }}
      />
    </ChartBlock>
  )
}

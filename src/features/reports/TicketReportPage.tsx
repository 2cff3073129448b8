/** Hours or costs of tickets, grouped, with ranges side by side. */
import { FilterOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Pagination, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { inOwnOrder } from '#contract/rules/dimensionGroups.ts'
import {
  ticketDimensions,
  ticketMeasures,
  type TicketMeasure,
  type TicketReport,
} from '#contract/ticketWork/ticketReports.ts'
import { fetchAllPages } from '#api/fetchAllPages.ts'
import { filterAddress, filterFrom, filterPatch } from '#entities/filterObject/filterAddress.ts'
import { FilterSheet } from '#entities/filterObject/FilterSheet.tsx'
import { useFilterSummary } from '#entities/filterObject/useFilterSummary.ts'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { ChartBlock } from '#ui/charts/ChartBlock.tsx'
import { BarChartOf } from '#ui/charts/LazyChart.tsx'
import { EmptyState, NoRight, PendingState } from '#ui/feedback/states.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Page } from '#ui/page/Page.tsx'
import { PrintHead } from '#ui/page/PrintHead.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { durations, rangesField, rangesToSend } from './ranges.ts'
import { rangeColours, RangesBar, useRanges } from './RangesBar.tsx'
import { ticketReportCalls } from './ticketReportCalls.ts'
import { useDimensionWords } from './useDimensionWords.ts'
import { useMeasureWords } from './useMeasureWords.ts'
import { useRangeLabels } from './useRangeLabels.ts'
import styles from './reports.module.css'

const SIZE = 100
const DRAWN = 20
const ROWS = 50

const shape = {
  ...filterAddress,
  measure: inAddress.oneOf(ticketMeasures, 'hours'),
  by: inAddress.oneOf(ticketDimensions, 'location'),
  groups: inAddress.count(1),
  duration: inAddress.oneOf(durations, 'year'),
  ranges: rangesField,
  /** `-`: the whole range. `null`: tickets without a value. */
  group: inAddress.text('-'),
  open: inAddress.integer(),
  page: inAddress.count(1),
}

export function TicketReportPage() {
  const maySeeHours = useMay('viewer|work')
  const maySeeCosts = useMay('viewer|costs')
  const mayRead = useMay('viewer|reports')
  const offered = ticketMeasures.filter((one) => (one === 'hours' ? maySeeHours : maySeeCosts))
  return mayRead && offered.length > 0 ? <Report offered={offered} /> : <NoRight />
}

function Report({ offered }: { offered: readonly TicketMeasure[] }) {
  const { t } = useTranslation(['reports', 'titles', 'common', 'dashboards'])
  const [state, change] = useAddressState(shape)
  const [isFiltering, setIsFiltering] = useState(false)
  const words = useRangeLabels()
  const dimension = useDimensionWords()
  const filter = filterFrom(state)
  const summary = useFilterSummary(filter)
  const sent = rangesToSend(useRanges(state))
  const measure = offered.find((one) => one === state.measure) ?? offered[0] ?? 'hours'
  const asked = { measure, by: state.by, filter }
  const query = ticketReportCalls.useGetTicketReportQuery(
    { body: { ...asked, ranges: sent, limit: SIZE, offset: (state.groups - 1) * SIZE } },
    { skip: sent.length === 0 },
  )
  const [fetchPage] = ticketReportCalls.useLazyGetTicketReportQuery()
  const readAll = () =>
    fetchAllPages(async (page) => {
      const { groups, remaining } = await fetchPage({
        body: { ...asked, ranges: sent, ...page },
      }).unwrap()
      return { rows: groups, count: page.offset + groups.length + remaining }
    })
  const data = answerToShow(query)
  const opened = state.open === null ? undefined : sent[state.open]
  const noneOpen = { open: null, groups: 1 }
  return (
    <Page
      title={t('titles:reportTickets')}
      back={{ to: pathTo('report', {}), label: t('titles:report') }}
      actions={
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {t('dashboards:print')}
        </Button>
      }
      panel={
        opened !== undefined && (
          <Rows
            question={asked}
            range={opened}
            group={groupFrom(state.group)}
            page={state.page}
            onPage={(page) => change({ page })}
            onClose={() => change({ open: null, group: '-', page: 1 }, { push: true })}
          />
        )
      }
    >
      <div className={`${styles.report} print-whole`}>
        <PrintHead
          lines={[
            `${t(`measure.${measure}`)}, ${t('distributionBy')}: ${dimension(state.by)}`,
            sent.map(words).join('; '),
            summary,
          ]}
        />
        <div className={styles.reportAsk}>
          <Select<TicketMeasure>
            aria-label={t('measure.label')}
            value={measure}
            popupMatchSelectWidth={false}
            onChange={(next) => change({ measure: next, ...noneOpen }, { push: true })}
            options={offered.map((value) => ({ value, label: t(`measure.${value}`) }))}
          />
          <Select<(typeof ticketDimensions)[number]>
            aria-label={t('distributionBy')}
            value={state.by}
            popupMatchSelectWidth={false}
            onChange={(by) => change({ by, ...noneOpen }, { push: true })}
            options={ticketDimensions.map((value) => ({ value, label: dimension(value) }))}
          />
          <RangesBar
            state={state}
            onChange={(patch) => change({ ...patch, ...noneOpen }, { push: true })}
          />
          <Button icon={<FilterOutlined aria-hidden />} onClick={() => setIsFiltering(true)}>
            {t('common:filter')}
          </Button>
          <span className="quiet">{summary}</span>
        </div>
        {sent.length === 0 ? (
          <EmptyState title={t('noRange')} hint={t('noRangeHint')} />
        ) : data === undefined ? (
          <PendingState failure={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Results
            report={data}
            measure={measure}
            by={state.by}
            note={summary}
            part={state.groups}
            isFetching={query.isFetching}
            onPart={(groups) => change({ groups }, { push: true })}
            readAll={readAll}
            onOpen={(open, group) =>
              change(
                { open, group: group === undefined ? '-' : String(group), page: 1 },
                { push: true },
              )
            }
          />
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

const colourOfRange = (index: number): string =>
  `var(--pr-${rangeColours[index % rangeColours.length] ?? 'blue'})`

const groupFrom = (written: string): number | null | undefined =>
  written === '-' ? undefined : written === 'null' ? null : Number(written)

type Group = TicketReport['groups'][number]

interface ResultsProps {
  report: TicketReport
  measure: TicketMeasure
  by: (typeof ticketDimensions)[number]
  note: string
  part: number
  isFetching: boolean
  onPart(part: number): void
  readAll(): Promise<readonly Group[]>
  onOpen(range: number, group?: number | null): void
}

function Results({
  report: { ranges, groups, currency, remaining },
  measure,
  by,
  note,
  part,
  isFetching,
  onPart,
  readAll,
  onOpen,
}: ResultsProps) {
  const { t } = useTranslation(['reports', 'dashboards'])
  const format = useFormat()
  const words = useRangeLabels()
  const dimension = useDimensionWords()
  const { number, write } = useMeasureWords(measure, currency)
  const nameOf = ({ id, name }: Group): string => (id === null ? t('none') : name)
  const ordered = by === 'dayOfWeek' ? inOwnOrder(by, groups, format.weekStart) : groups
  const shown = ordered.slice(0, DRAWN)
  const tickets = (count: number) => t('tickets', { count, number: format.number(count) })
  const before = (part - 1) * SIZE
  const all = before + groups.length + remaining
  const rowOf = (group: Group) => [
    nameOf(group),
    ...group.values.flatMap(({ value, tickets: count }) => [number(value), count]),
  ]
  const title = `${t(`measure.${measure}`)}: ${dimension(by)}`
  return (
    <div className={styles.reportResults} aria-busy={isFetching}>
      <ul className={styles.rangeCards}>
        {ranges.map((range, index) => (
          <li
            key={`${range.from} ${index}`}
            className={`${styles.rangeCard} surface`}
            style={{ borderInlineStart: `4px solid ${colourOfRange(index)}` }}
          >
            <span className="quiet">
              {words(range)}
              {range.isPartial && <> · {t('dashboards:soFar')}</>}
            </span>
            <span className={styles.rangeValue}>
              <strong data-testid="report-value">
                <bdi className="numbers">{write(range.value)}</bdi>
              </strong>
            </span>
            <button type="button" className="link-button" onClick={() => onOpen(index)}>
              {tickets(range.tickets)}
            </button>
          </li>
        ))}
      </ul>
      {groups.length === 0 ? (
        <EmptyState title={t('nothing')} hint={t('ticketsNothingHint')} />
      ) : (
        <section className="surface">
          <ChartBlock
            title={title}
            note={note}
            legend={ranges.map((range, index) => ({
              name: words(range),
              colour: colourOfRange(index),
            }))}
            table={{
              columns: [
                dimension(by),
                ...ranges.flatMap((range) => [
                  `${t(`measure.${measure}`)} ${words(range)}`,
                  `${t('count')} ${words(range)}`,
                ]),
              ],
              rows: ordered.map(rowOf),
              ...(all > groups.length ? { readAll: async () => (await readAll()).map(rowOf) } : {}),
              onOpen: (index) => {
                const group = ordered[index]
                if (group !== undefined) onOpen(0, group.id)
              },
            }}
          >
            <BarChartOf
              height={300}
              format={(value) => format.number(value)}
              labels={shown.map(nameOf)}
              series={ranges.map((range, index) => ({
                name: words(range),
                colour: colourOfRange(index),
                values: shown.map(({ values }) => number(values[index]?.value ?? 0)),
                notes: shown.map(({ values }) => tickets(values[index]?.tickets ?? 0)),
              }))}
              onOpen={(label, series) => {
                const group = shown[label]
                if (group !== undefined) onOpen(series, group.id)
              }}
            />
          </ChartBlock>
          {all > shown.length && (
            <p className="quiet">
              {t('shownOf', {
                shown: format.number(shown.length),
                all: format.number(all),
                from: format.number(before + 1),
                to: format.number(before + groups.length),
              })}
            </p>
          )}
          {all > SIZE && (
            <Pagination
              className={styles.rowsPages}
              size="small"
              current={part}
              pageSize={SIZE}
              total={all}
              showSizeChanger={false}
              onChange={onPart}
            />
          )}
        </section>
      )}
    </div>
  )
}

function Rows({
  question,
  range,
  group,
  page,
  onPage,
  onClose,
}: {
  question: {
    measure: TicketMeasure
    by: (typeof ticketDimensions)[number]
    filter: ReturnType<typeof filterFrom>
  }
  range: { from: string; to: string }
  group: number | null | undefined
  page: number
  onPage(page: number): void
  onClose(): void
}) {
  const { t } = useTranslation(['reports', 'dashboards'])
  const words = useRangeLabels()
  const query = ticketReportCalls.useListTicketReportRowsQuery({
    body: {
      ...question,
      range,
      limit: ROWS,
      offset: (page - 1) * ROWS,
      ...(group === undefined ? {} : { group }),
    },
  })
  const data = answerToShow(query)
  const { write } = useMeasureWords(question.measure, data?.currency ?? null)
  return (
    <DetailPanel
      title={t('rowsTitle')}
      over={words(range)}
      onClose={onClose}
      under={data && <bdi className="numbers">{write(data.value)}</bdi>}
    >
      {data === undefined ? (
        <PendingState failure={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <ul className={styles.ticketRows}>
            {data.rows.map((row) => (
              <li key={row.id}>
                <span>
                  <Link to={pathTo('ticket', { ticketId: row.id })}>
                    <bdi>{`#${row.id} ${row.title}`}</bdi>
                  </Link>
                  {row.place !== null && (
                    <span className="quiet">
                      {' '}
                      <bdi>{row.place}</bdi>
                    </span>
                  )}
                </span>
                <bdi className="numbers">{write(row.value)}</bdi>
              </li>
            ))}
          </ul>
          {data.count > ROWS && (
            <Pagination
              className={styles.rowsPages}
              size="small"
              current={page}
              pageSize={ROWS}
              total={data.count}
              showSizeChanger={false}
              onChange={onPage}
            />
          )}
        </>
      )}
    </DetailPanel>
  )
}

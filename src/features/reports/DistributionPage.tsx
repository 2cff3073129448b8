/** Two reports of one kind: procedure scores, or tracers, grouped by a dimension for each range. */
import { FilterOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Pagination, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dimensions, resultOrders, type Distribution, type ReportType } from '#contract/reports.ts'
import { groupName, inOwnOrder } from '#contract/rules/dimensionGroups.ts'
import { fetchAllPages } from '#api/fetchAllPages.ts'
import { pathTo } from '#lib/paths.ts'
import { filterAddress, filterFrom, filterPatch } from '#entities/filterObject/filterAddress.ts'
import { FilterSheet } from '#entities/filterObject/FilterSheet.tsx'
import { useFilterSummary } from '#entities/filterObject/useFilterSummary.ts'
import { ScoreMark } from '#entities/score/ScoreMark.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { withFormerName, inAddress, useAddressState } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { ChartBlock } from '#ui/charts/ChartBlock.tsx'
import { BarChartOf } from '#ui/charts/LazyChart.tsx'
import { When } from '#ui/page/marks.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PrintHead } from '#ui/page/PrintHead.tsx'
import { EmptyState, ErrorState, LoadingState, NoRight } from '#ui/feedback/states.tsx'
import { reportCalls } from './calls.ts'
import { GroupRows } from './GroupRows.tsx'
import { durations, rangesField, rangesToSend } from './ranges.ts'
import { rangeColours, RangesBar, useRanges } from './RangesBar.tsx'
import { alignedResults, type Group } from './results.ts'
import { useRangeLabels } from './useRangeLabels.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './reports.module.css'

const SIZE = 100
const DRAWN = 20

const shape = {
  ...filterAddress,
  sort: inAddress.oneOf(resultOrders, '-value'),
  /** Page of the groups; `page` is the page of the rows behind a group. */
  groups: withFormerName('part', inAddress.count(1)),
  by: inAddress.oneOf(dimensions, 'location'),
  duration: inAddress.oneOf(durations, 'year'),
  ranges: rangesField,
  group: inAddress.text('-'),
  open: inAddress.integer(),
  page: inAddress.count(1),
}

export const PerformancesPage = () => <DistributionPage key="performances" type="performances" />
export const TracersPage = () => <DistributionPage key="tracers" type="tracers" />

function DistributionPage({ type }: { type: ReportType }) {
  const { t } = useTranslation(['reports', 'titles', 'common', 'dashboards'])
  const mayRead = useMay('viewer|reports')
  const [state, change] = useAddressState(shape)
  const [isFiltering, setIsFiltering] = useState(false)
  const filter = filterFrom(state)
  const summary = useFilterSummary(filter)
  const sent = rangesToSend(useRanges(state))
  const asked = { distributionBy: state.by, type, filter, ranges: sent, sort: state.sort }
  const query = reportCalls.useGetDistributionsQuery(
    { body: { ...asked, limit: SIZE, offset: (state.groups - 1) * SIZE } },
    { skip: !mayRead || sent.length === 0 },
  )
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  const [fetchPage] = reportCalls.useLazyGetDistributionsQuery()
  const readAll = () =>
    fetchAllPages(async (page) => {
      const answers = await fetchPage({ body: { ...asked, ...page } }).unwrap()
      const rows = alignedResults(answers)
      return { rows, count: page.offset + rows.length + (answers[0]?.remaining ?? 0) }
    })
  const words = useRangeLabels()
  if (!mayRead) return <NoRight />
  const opened = state.open === null ? undefined : sent[state.open]
  return (
    <Page
      title={t(type === 'tracers' ? 'titles:reportTracers' : 'titles:reportPerformances')}
      back={{ to: pathTo('report', {}), label: t('titles:report') }}
      actions={
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {t('dashboards:print')}
        </Button>
      }
      panel={
        opened !== undefined && (
          <GroupRows
            question={{ distributionBy: state.by, type, filter }}
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
            `${t('distributionBy')}: ${t(`by.${state.by}`)}`,
            sent.map(words).join('; '),
            summary,
          ]}
        />
        <div className={styles.reportAsk}>
          <Select
            aria-label={t('distributionBy')}
            value={state.by}
            popupMatchSelectWidth={false}
            onChange={(by) => change({ by, open: null, groups: 1 }, { push: true })}
            options={dimensions.map((by) => ({ value: by, label: t(`by.${by}`) }))}
          />
          <RangesBar
            state={state}
            onChange={(patch) => change({ ...patch, open: null, groups: 1 }, { push: true })}
          />
          <Select
            aria-label={t('order.label')}
            value={state.sort}
            popupMatchSelectWidth={false}
            onChange={(sort) => change({ sort, groups: 1 }, { push: true })}
            options={resultOrders.map((sort) => ({
              value: sort,
              label: t(sort === 'value' ? 'order.worst' : 'order.best'),
            }))}
          />
          <Button icon={<FilterOutlined aria-hidden />} onClick={() => setIsFiltering(true)}>
            {t('common:filter')}
          </Button>
          <span className="quiet">{summary}</span>
        </div>
        {sent.length === 0 ? (
          <EmptyState title={t('noRange')} hint={t('noRangeHint')} />
        ) : error !== undefined && data === undefined ? (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <LoadingState rows={8} />
        ) : (
          <Results
            answers={data}
            note={summary}
            by={state.by}
            title={t(type === 'tracers' ? 'titles:reportTracers' : 'titles:reportPerformances')}
            isFetching={isFetching}
            part={state.groups}
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

/** `-` means the whole range; `null` means rows without a group. */
const groupFrom = (written: string): number | null | undefined =>
  written === '-' ? undefined : written === 'null' ? null : Number(written)

interface ResultsProps {
  note: string
  answers: readonly Distribution[]
  by: (typeof dimensions)[number]
  title: string
  isFetching: boolean
  part: number
  onPart(part: number): void
  readAll(): Promise<readonly Group[]>
  onOpen(range: number, group?: number | null): void
}

function Results({
  answers,
  by,
  title,
  note,
  isFetching,
  part,
  onPart,
  readAll,
  onOpen,
}: ResultsProps) {
  const { t } = useTranslation(['reports', 'dashboards'])
  const format = useFormat()
  const words = useRangeLabels()
  const groups = alignedResults(answers)
  const nameOf = (group: Group): string =>
    group.id === null ? t('none') : groupName(by, format.locale, group.id, group.name)
  const ordered = inOwnOrder(by, groups, format.weekStart)
  const shown = ordered.slice(0, DRAWN)
  const delta = answers.length > 1
  const before = (part - 1) * SIZE
  const all = before + groups.length + (answers[0]?.remaining ?? 0)
  const rowOf = (group: Group) => [
    nameOf(group),
    ...group.values.flatMap((value) => [value?.value ?? null, value?.counted ?? 0]),
    ...(delta ? [group.delta] : []),
  ]
  return (
    <div className={styles.reportResults} aria-busy={isFetching}>
      <ul className={styles.rangeCards}>
        {answers.map((answer, index) => (
          <RangeCard
            key={`${answer.from} ${index}`}
            answer={answer}
            compared={index === 0 ? answers[1] : undefined}
            index={index}
            onOpen={() => onOpen(index)}
          />
        ))}
      </ul>
      {groups.length === 0 ? (
        <EmptyState
          title={t('nothing')}
          hint={
            answers.some(({ beyondRights }) => beyondRights > 0)
              ? t('nothingRights')
              : t('nothingHint')
          }
        />
      ) : (
        <section className="surface">
          <ChartBlock
            title={`${title}: ${t(`by.${by}`)}`}
            note={note}
            legend={answers.map((answer, index) => ({
              name: words(answer),
              colour: colourOfRange(index),
            }))}
            table={{
              columns: [
                t(`by.${by}`),
                ...answers.flatMap((answer) => [
                  `${t('score')} ${words(answer)}`,
                  `${t('count')} ${words(answer)}`,
                ]),
                ...(delta ? [t('delta')] : []),
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
              top={100}
              format={(value) => format.number(value)}
              labels={shown.map(nameOf)}
              series={answers.map((answer, index) => ({
                name: words(answer),
                colour: colourOfRange(index),
                values: shown.map((group) => group.values[index]?.value ?? null),
                notes: shown.map((group) =>
                  t('dashboards:counted', {
                    number: format.number(group.values[index]?.counted ?? 0),
                  }),
                ),
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

function RangeCard({
  answer,
  compared,
  index,
  onOpen,
}: {
  answer: Distribution
  compared: Distribution | undefined
  index: number
  onOpen(): void
}) {
  const { t } = useTranslation(['reports', 'dashboards'])
  const format = useFormat()
  const words = useRangeLabels()
  const delta =
    compared !== undefined && answer.value !== null && compared.value !== null
      ? answer.value - compared.value
      : null
  return (
    <li
      className={`${styles.rangeCard} surface`}
      style={{ borderInlineStart: `4px solid ${colourOfRange(index)}` }}
    >
      <span className="quiet">
        {words(answer)}
        {answer.isPartial && <> · {t('dashboards:soFar')}</>}
      </span>
      <span className={styles.rangeValue}>
        <ScoreMark score={answer.value} />
        {delta !== null && (
          <span className="quiet">
            {t('deltaTo', {
              // Isolated, because in a right-to-left sentence the sign would move to the other
              // side.
              delta: `\u2066${format.number(delta, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })}\u2069`,
              range: words(compared ?? answer),
            })}
          </span>
        )}
      </span>
      <button type="button" className="link-button" onClick={onOpen}>
        {t('dashboards:logs', { number: format.number(answer.counted) })}
      </button>
      <span className="quiet">{t('coverage', { percent: format.percent(answer.coverage) })}</span>
      {answer.beyondRights > 0 && (
        <span className={styles.numberCut}>
          {t('dashboards:cut', { number: format.number(answer.beyondRights) })}
        </span>
      )}
      {answer.lastAt !== null && (
        <span className="quiet">
          {t('dashboards:until')} <When at={answer.lastAt} as="dateTime" />
        </span>
      )}
    </li>
  )
}

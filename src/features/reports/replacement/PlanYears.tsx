import { Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import type {
  ReplacementCell,
  ReplacementDimension,
  ReplacementGroup,
} from '#contract/replacement.ts'
import type { ReplacementBucket } from '#contract/rules/replacement.ts'
import { fetchAllPages } from '#api/fetchAllPages.ts'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { useFormat } from '#lib/format.tsx'
import { ChartBlock } from '#ui/charts/ChartBlock.tsx'
import { BarChartOf } from '#ui/charts/LazyChart.tsx'
import { EmptyState, PendingState } from '#ui/feedback/states.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ScrollRegion } from '#ui/page/ScrollRegion.tsx'
import { replacementCalls } from './calls.ts'
import { HowItIsScored } from './HowItIsScored.tsx'
import { usePlanWords } from './usePlanWords.ts'
import styles from '../reports.module.css'

const SIZE = 100

interface Props {
  asked: { by: ReplacementDimension; filter: FilterDraft }
  note: string
  part: number
  onPart(part: number): void
  onOpen(bucket?: ReplacementBucket, group?: number | null): void
}

/** Sums of prices and counts for each year, in all and for each group. */
export function PlanYears({ asked, note, part, onPart, onOpen }: Props) {
  const { t } = useTranslation(['replacement', 'reports', 'titles'])
  const format = useFormat()
  const query = replacementCalls.useGetReplacementPlanQuery({
    body: { ...asked, limit: SIZE, offset: (part - 1) * SIZE },
  })
  const [fetchPage] = replacementCalls.useLazyGetReplacementPlanQuery()
  const data = answerToShow(query)
  const { money, bucket, count } = usePlanWords(data?.currency ?? null)
  if (data === undefined)
    return <PendingState failure={query.error} onRetry={() => void query.refetch()} />
  const { whole, groups, hasMoney, firstYear } = data
  const labels = whole.map((cell) => bucket(cell.bucket, firstYear))
  const amount = (cell: ReplacementCell) => (hasMoney ? (cell.price ?? 0) : cell.count)
  const write = (value: number) => (hasMoney ? money(value) : format.number(value))
  const unpriced = (cell: ReplacementCell) =>
    t('unpriced', { count: cell.unpriced, number: format.number(cell.unpriced) })
  const nameOf = ({ id, name }: ReplacementGroup) => (id === null ? t('reports:none') : name)
  const title = `${t('titles:reportReplacement')}: ${t(`reports:by.${asked.by}`)}`
  const rowOf = (group: ReplacementGroup) => [
    nameOf(group),
    ...group.cells.flatMap((cell) =>
      hasMoney ? [cell.count, cell.price, cell.unpriced] : [cell.count],
    ),
  ]
  const columnsOf = (label: string) =>
    hasMoney
      ? [
          `${label}: ${t('view_equipment')}`,
          `${label}: ${t('prices')}`,
          `${label}: ${t('withoutPrice')}`,
        ]
      : [`${label}: ${t('view_equipment')}`]
  const isEmpty = whole.every((cell) => cell.count === 0)
  return (
    <div className={styles.reportResults} aria-busy={query.isFetching}>
      <ul className={styles.yearCards}>
        {whole.map((cell, index) => (
          <li key={cell.bucket} className={`${styles.rangeCard} surface`}>
            <span className="quiet">{labels[index]}</span>
            {hasMoney && (
              <strong className={styles.yearSum}>
                <bdi className="numbers">{money(cell.price ?? 0)}</bdi>
              </strong>
            )}
            <button type="button" className="link-button" onClick={() => onOpen(cell.bucket)}>
              {count(cell.count)}
            </button>
            {cell.unpriced > 0 && <span className="quiet">{unpriced(cell)}</span>}
          </li>
        ))}
      </ul>
      {isEmpty ? (
        <EmptyState title={t('nothing')} hint={t('nothingHint')} />
      ) : (
        <section className="surface">
          <ChartBlock
            title={title}
            heading={hasMoney ? t('prices') : t('view_equipment')}
            note={note}
            table={{
              columns: [t(`reports:by.${asked.by}`), ...labels.flatMap(columnsOf)],
              rows: groups.map(rowOf),
              ...(data.count > groups.length
                ? {
                    readAll: async () =>
                      (
                        await fetchAllPages(async (page) => {
                          const { groups: rows, count: all } = await fetchPage({
                            body: { ...asked, ...page },
                          }).unwrap()
                          return { rows, count: all }
                        })
                      ).map(rowOf),
                  }
                : {}),
              onOpenCell: (row, column) =>
                onOpen(whole[Math.floor(column / (hasMoney ? 3 : 1))]?.bucket, groups[row]?.id),
            }}
          >
            <BarChartOf
              height={240}
              format={(value) => format.number(value)}
              labels={labels}
              series={[
                {
                  name: hasMoney ? t('prices') : t('view_equipment'),
                  colour: 'var(--pr-blue)',
                  values: whole.map(amount),
                  notes: whole.map((cell) => count(cell.count)),
                },
              ]}
              onOpen={(index) => onOpen(whole[index]?.bucket)}
            />
          </ChartBlock>
          <ScrollRegion className={styles.planTable} label={title}>
            <table className="table" aria-label={title}>
              <thead>
                <tr>
                  <th scope="col">{t(`reports:by.${asked.by}`)}</th>
                  {labels.map((label) => (
                    <th key={label} scope="col" className="end">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {groups.map((group) => (
                  <tr key={group.id}>
                    <td>
                      <bdi>{nameOf(group)}</bdi>
                    </td>
                    {group.cells.map((cell) => (
                      <td key={cell.bucket} className="end">
                        {cell.count === 0 ? (
                          <span className="quiet">–</span>
                        ) : (
                          <button
                            type="button"
                            className="link-button numbers"
                            title={[
                              count(cell.count),
                              ...(cell.unpriced > 0 ? [unpriced(cell)] : []),
                            ].join(', ')}
                            onClick={() => onOpen(cell.bucket, group.id)}
                          >
                            {write(amount(cell))}
                            {cell.unpriced > 0 && '*'}
                          </button>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          {groups.some(({ cells }) => cells.some(({ unpriced: some }) => some > 0)) && (
            <p className="quiet">{t('unpricedMark')}</p>
          )}
          {data.count > SIZE && (
            <Pagination
              className={styles.rowsPages}
              size="small"
              current={part}
              pageSize={SIZE}
              total={data.count}
              showSizeChanger={false}
              onChange={onPart}
            />
          )}
        </section>
      )}
      <div className="quiet">
        {data.retired > 0 && (
          <p>{t('retired', { count: data.retired, number: format.number(data.retired) })}</p>
        )}
        {data.leftOut > 0 && (
          <p>{t('leftOut', { count: data.leftOut, number: format.number(data.leftOut) })}</p>
        )}
        {!hasMoney && <p>{t('noMoney')}</p>}
      </div>
      <HowItIsScored />
    </div>
  )
}

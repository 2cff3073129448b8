import { calendarDay } from '#contract/formatters.ts'
import { Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { wordCalls } from '#entities/pickers/wordPickers.tsx'
import { useFormat } from '#lib/format.tsx'
import { Facts } from '#ui/panel/DetailPanel.tsx'
import { When } from '#ui/page/marks.tsx'
import { PendingState } from '#ui/feedback/states.tsx'
import type { ReferenceItem } from './referenceLists.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from '#entities/procedureLogs/logs.module.css'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function useSums(id: number) {
  return wordCalls.useGetInventoriesQuery({ body: {} }).data?.rows.find((row) => row.id === id)
}

const toUsed = ({ id }: ReferenceItem) =>
  pathTo('managementList', { referenceList: 'inventory-items' }, { id, tab: 'used' })

export function UsedAmount({ row }: { row: ReferenceItem }) {
  const format = useFormat()
  const sums = useSums(row.id)
  if (sums === undefined || sums.procedureLogs === 0) return <span className="quiet">–</span>
  return (
    <Link to={toUsed(row)} className="numbers" onClick={(event) => event.stopPropagation()}>
      <bdi>
        {format.number(sums.affectedAmount)} {textOf(row['unit'])}
      </bdi>
    </Link>
  )
}

export function DiscardedDoses({ row }: { row: ReferenceItem }) {
  const format = useFormat()
  const sums = useSums(row.id)
  if (sums === undefined || sums.discardedDoses === 0) return <span className="quiet">–</span>
  return (
    <Link to={toUsed(row)} className="numbers" onClick={(event) => event.stopPropagation()}>
      {format.number(sums.discardedDoses)}
    </Link>
  )
}

const SIZE = 50
const DAY = 86_400_000
/** Days to look back; null for all time. */
const spans = { month: 30, year: 365, ever: null } as const
type Span = keyof typeof spans

export function UsedRows({ row }: { row: ReferenceItem }) {
  const { t } = useTranslation(['management', 'dashboards', 'common'])
  const format = useFormat()
  const [span, setSpan] = useState<Span>('ever')
  const [page, setPage] = useState(1)
  const [now] = useState(() => Date.now())
  const days = spans[span]
  const from =
    days === null
      ? {}
      : {
          from: calendarDay(now - days * DAY, format.timeZone),
        }
  const query = wordCalls.useListInventoryUseQuery({
    params: { id: row.id },
    body: { ...from, limit: SIZE, offset: (page - 1) * SIZE },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  if (data === undefined) return <PendingState failure={error} onRetry={() => void refetch()} />
  const unit = textOf(row['unit'])
  return (
    <>
      <Segmented<Span>
        style={{ marginBlockEnd: 8 }}
        aria-label={t('usedSpan.label')}
        value={span}
        onChange={(next) => {
          setSpan(next)
          setPage(1)
        }}
        options={(['month', 'year', 'ever'] as const).map((value) => ({
          value,
          label: t(`usedSpan.${value}`),
        }))}
      />
      <Facts
        rows={[
          {
            label: t('affectedAmount'),
            value: (
              <strong className="numbers">
                <bdi>
                  {format.number(data.affectedAmount)} {unit}
                </bdi>
              </strong>
            ),
          },
          ...(row['hasDoses'] === true || data.discardedDoses > 0
            ? [
                {
                  label: t('discardedDoses'),
                  value: <strong className="numbers">{format.number(data.discardedDoses)}</strong>,
                },
              ]
            : []),
          {
            label: t('usedIn'),
            value: (
              <>
                {format.number(data.count)}
                {data.beyondRights > 0 && (
                  <span className="quiet">
                    {' '}
                    · {t('dashboards:cut', { number: format.number(data.beyondRights) })}
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
      {data.rows.length === 0 && <p className="quiet">{t('usedNone')}</p>}
      <ul className={styles.logList}>
        {data.rows.map((one) => (
          <li key={one.id}>
            <Link
              className={styles.logLine}
              to={pathTo('procedureLog', { procedureLogId: one.id })}
            >
              <span className={styles.logWords}>
                <span>
                  <bdi>{one.procedure}</bdi>
                  {one.place !== null && (
                    <>
                      {' '}
                      · <bdi>{one.place}</bdi>
                    </>
                  )}
                </span>
                <span className="quiet">
                  <bdi className="numbers">
                    {format.number(one.amount)} {unit}
                  </bdi>
                  {one.discardedDoses > 0 && (
                    <> · {t('discarded', { count: one.discardedDoses })}</>
                  )}{' '}
                  · <When at={one.at} as="dateTime" /> · <bdi>{one.doneBy}</bdi>
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {data.count > SIZE && (
        <Pagination
          size="small"
          current={page}
          pageSize={SIZE}
          total={data.count}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  )
}

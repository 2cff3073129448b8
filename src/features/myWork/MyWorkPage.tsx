import { CalendarOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'
import { pathTo } from '#lib/paths.ts'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { useChecksStillOpen } from '#entities/unsent/useChecksStillOpen.ts'
import { useScheduleLabels } from '#entities/recurrence/useScheduleLabels.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { offlineReadiness, onOfflineReadiness } from '#lib/offlineReadiness.ts'
import { Badge, Remaining } from '#ui/page/marks.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { CalendarFeed } from './CalendarFeed.tsx'
import { groupNames, groupWork, type GroupName } from './groups.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './MyWorkPage.module.css'

const SHOWN = 200
const myWorkAddress = { calendar: inAddress.flag() }

export function MyWorkPage() {
  const { t } = useTranslation(['schedules', 'titles'])
  const [state, change] = useAddressState(myWorkAddress)
  const query = rruleCalls.useListOccurrencesQuery(
    { body: { mine: true, states: ['planned', 'due', 'late'], limit: SHOWN, sort: 'dueBy' } },
    { pollingInterval: 300_000 },
  )
  const { error, refetch } = query
  const data = useChecksStillOpen(answerToShow(query))
  return (
    <Page
      title={t('titles:myWork')}
      kind="list"
      hint={data === undefined ? undefined : t('mine.countOf', { count: data.count })}
      actions={
        <Button
          icon={<CalendarOutlined aria-hidden />}
          onClick={() => change({ calendar: true }, { push: true })}
        >
          {t('mine.feed')}
        </Button>
      }
      panel={
        state.calendar && (
          <CalendarFeed onClose={() => change({ calendar: false }, { push: true })} />
        )
      }
    >
      <div className={styles.myWork}>
        <OfflineLine />
        {data === undefined ? (
          error === undefined ? (
            <LoadingState />
          ) : (
            <ErrorState failure={error} onRetry={() => void refetch()} />
          )
        ) : data.rows.length === 0 ? (
          <EmptyState title={t('mine.emptyTitle')} hint={t('mine.emptyHint')} />
        ) : (
          <Groups rows={data.rows} />
        )}
        {data !== undefined && <Remaining count={data.count - data.rows.length} />}
      </div>
    </Page>
  )
}

function OfflineLine() {
  const { t } = useTranslation('schedules')
  const readiness = useSyncExternalStore(onOfflineReadiness, offlineReadiness)
  if (readiness === 'unavailable') return null
  return (
    <p className={`${styles.offline} quiet`} role="status">
      {t(readiness === 'ready' ? 'mine.offlineReady' : 'mine.offlinePreparing')}
    </p>
  )
}

function Groups({ rows }: { rows: readonly OccurrenceRow[] }) {
  const { t } = useTranslation('schedules')
  const { timeZone } = useFormat()
  const [now] = useState(() => new Date())
  const groups = groupWork(rows, now, timeZone)
  return groupNames
    .filter((name) => groups[name].length > 0)
    .map((name) => (
      <section key={name} className={styles.workGroup} aria-label={t(`mine.${name}`)}>
        <h2>
          {t(`mine.${name}`)}{' '}
          <Badge value={groups[name].length} {...(name === 'late' ? { colour: 'red' } : {})} />
        </h2>
        <ul>
          {groups[name].map((row) => (
            <Task key={row.id} row={row} group={name} />
          ))}
        </ul>
      </section>
    ))
}

function Task({ row, group }: { row: OccurrenceRow; group: GroupName }) {
  const { t } = useTranslation('schedules')
  const words = useScheduleLabels()
  const format = useFormat()
  const thing = row.equipment?.name ?? row.location?.name ?? ''
  const place =
    row.equipment === null ? { locationId: row.location?.id } : { equipmentId: row.equipment.id }
  const when =
    row.dueBy === null
      ? t('mine.since', { date: words.moment(row.at) })
      : t('mine.until', { date: words.moment(row.dueBy) })
  return (
    <li>
      <Link
        className={styles.task}
        data-group={group}
        to={pathTo('procedurePerform', { procedureId: row.procedure.id }, place)}
        aria-label={t('mine.perform', { procedure: row.procedure.name, thing })}
      >
        <span className={styles.taskWords}>
          <strong>
            <bdi>{row.procedure.name}</bdi>
          </strong>
          <bdi>{thing}</bdi>
          {row.place !== null && <bdi className="quiet">{row.place}</bdi>}
          <span className={styles.taskWhen}>
            <time dateTime={row.dueBy ?? row.at}>{when}</time>
            {row.dueBy !== null && row.isLate && <> · {format.relative(row.dueBy)}</>}
          </span>
        </span>
        <RightOutlined className="turns" aria-hidden />
      </Link>
    </li>
  )
}

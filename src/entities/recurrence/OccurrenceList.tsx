import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { useMay } from '#entities/session/useSession.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'
import { rruleCalls } from './calls.ts'
import { OccurrenceStateTag } from './OccurrenceStateTag.tsx'
import { useScheduleLabels } from './useScheduleLabels.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './recurrence.module.css'
import logsStyles from '#entities/procedureLogs/logs.module.css'

const STEP = 30

/** The occurrences of a rule or on equipment, newest first, each with its outcome. */
export function OccurrenceList({ of }: { of: { rruleId: number } | { equipmentId: number } }) {
  const { t } = useTranslation(['schedules', 'common'])
  const [limit, setLimit] = useState(STEP)
  const query = rruleCalls.useListOccurrencesQuery({
    body: { ...of, limit, sort: '-at' },
  })
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  if (data === undefined)
    return error === undefined ? (
      <LoadingState />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  if (data.rows.length === 0)
    return <EmptyState title={t('noOccurrences')} hint={t('noOccurrencesHint')} />
  return (
    <>
      <OccurrenceLines rows={data.rows} isOfThing={'equipmentId' in of} />
      {data.count > data.rows.length && limit < 500 && (
        <Button type="link" loading={isFetching} onClick={() => setLimit(Math.min(500, limit * 3))}>
          {t('common:loadMore')}
        </Button>
      )}
    </>
  )
}

/**
 * Occurrences that the caller has loaded. `isOfThing`: all on one equipment, so each shows its
 * procedure's name.
 */
export function OccurrenceLines({
  rows,
  isOfThing,
  isPerformed = false,
}: {
  rows: readonly OccurrenceRow[]
  isOfThing: boolean
  /** Links open occurrences to the procedure. */
  isPerformed?: boolean
}) {
  return (
    <ul className={logsStyles.logList}>
      {rows.map((row) => (
        <Line
          key={row.id}
          row={row}
          isPerformed={isPerformed}
          title={
            isOfThing
              ? row.procedure.name
              : (row.equipment?.name ?? row.location?.name ?? row.procedure.name)
          }
        />
      ))}
    </ul>
  )
}

function Line({
  row,
  title,
  isPerformed,
}: {
  row: OccurrenceRow
  title: string
  isPerformed: boolean
}) {
  const { t } = useTranslation('schedules')
  const words = useScheduleLabels()
  const mayEdit = useMay('editor|schedules')
  const mayPerform = useMay('performer|procedures')
  const [close, { isLoading }] = rruleCalls.useCloseOccurrenceMutation()
  const isOpen = row.state === 'planned' || row.state === 'due' || row.state === 'late'
  return (
    <li className={styles.occurrence}>
      <OccurrenceStateTag occurrence={row} />
      <span className={`${logsStyles.logWords} ${styles.occurrenceWords}`}>
        <bdi>{title}</bdi>
        <span className="quiet">
          <time dateTime={row.at}>{words.moment(row.at)}</time>
          {row.doneAt !== null && (
            <>
              {' · '}
              {t('doneOn', { date: words.moment(row.doneAt) })}
            </>
          )}
        </span>
      </span>
      {isPerformed && mayPerform && row.state !== 'planned' && (
        <LinkButton
          size="small"
          to={pathTo(
            'procedurePerform',
            { procedureId: row.procedure.id },
            row.equipment === null
              ? { locationId: row.location?.id }
              : { equipmentId: row.equipment.id },
          )}
          aria-label={`${t('calendar.perform')}: ${title}`}
        >
          {t('calendar.perform')}
        </LinkButton>
      )}
      {row.procedureLogId !== null && (
        <Link to={pathTo('procedureLog', { procedureLogId: row.procedureLogId })}>
          {t('openLog')}
        </Link>
      )}
      {isOpen && mayEdit && (
        <Button
          size="small"
          type="text"
          loading={isLoading}
          aria-label={t('letGoOf', { name: title })}
          onClick={() => void close({ params: { id: row.id }, body: { version: row.version } })}
        >
          {t('letGo')}
        </Button>
      )}
    </li>
  )
}

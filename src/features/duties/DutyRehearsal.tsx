import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DutyRow } from '#contract/duties/duties.ts'
import { REHEARSED_DAYS, type DutyRehearsal as Answer } from '#contract/duties/rehearsal.ts'
import { dutyCalls } from '#entities/duties/calls.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { useFormatDuration } from '#lib/useFormatDuration.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Remaining } from '#ui/page/marks.tsx'
import styles from './duties.module.css'

export function DutyRehearsal({ row }: { row: DutyRow }) {
  const { t } = useTranslation('duties')
  const { number } = useFormat()
  const query = dutyCalls.useRehearseDutyQuery({ params: { id: row.id } })
  const answer = answerToShow(query)
  return (
    <div className={styles.week}>
      <p className="quiet">{t('rehearsalHint', { days: number(REHEARSED_DAYS) })}</p>
      {row.steps.length === 0 && <p>{t('rehearsalNoSteps')}</p>}
      {answer === undefined ? (
        query.error === undefined ? (
          <LoadingState rows={5} />
        ) : (
          <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
        )
      ) : answer.count === 0 ? (
        <p>{t('rehearsalEmpty')}</p>
      ) : (
        <>
          <ul className={styles.changes}>
            {answer.rows.map((one, index) => (
              <Incident key={index} of={one} />
            ))}
          </ul>
          {answer.count > answer.rows.length && (
            <Remaining count={answer.count - answer.rows.length} />
          )}
        </>
      )}
    </div>
  )
}

function Incident({ of }: { of: Answer['rows'][number] }) {
  const { t } = useTranslation('duties')
  const format = useFormat()
  const lasted = useFormatDuration()
  const time = lasted(of.unansweredSeconds)
  return (
    <li>
      <details>
        <summary>
          <bdi>{of.title}</bdi>
          <div className="quiet">
            {format.dateTime(of.at)} ·{' '}
            {t(of.answeredAt === null ? 'stillUnanswered' : 'answeredAfter', { time })}
          </div>
        </summary>
        {of.calls.length === 0 && <p className="quiet">{t('answeredBefore')}</p>}
        <ol className={styles.changes}>
          {of.calls.map(({ step, at, people }) => (
            <li key={step}>
              <time className="quiet" dateTime={at}>
                {format.dateTime(at)}
              </time>{' '}
              {people.length === 0
                ? t('wouldCallNobody', { step: format.number(step) })
                : t('wouldCall', {
                    step: format.number(step),
                    people: format.list(people.map(({ name }) => name)),
                  })}
            </li>
          ))}
        </ol>
        {of.ticketId !== null && (
          <Link to={pathTo('ticket', { ticketId: of.ticketId })}>{t('toTicket')}</Link>
        )}
      </details>
    </li>
  )
}

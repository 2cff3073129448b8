import { numberFormat } from '#contract/formatters.ts'
import { EnvironmentOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ProcedureLogDetail } from '#contract/procedures/procedureLogs.ts'
import { pathTo } from '#lib/paths.ts'
import { RunList } from '#entities/automations/RunList.tsx'
import { ScoreGauge } from '#entities/score/ScoreGauge.tsx'
import { useFormat } from '#lib/format.tsx'
import { Section } from '#ui/page/Page.tsx'
import { PersonName, When } from '#ui/page/marks.tsx'
import { AnswerView } from './AnswerView.tsx'
import { Meanwhile } from './Meanwhile.tsx'
import styles from './procedureLogs.module.css'

export function LogTitleLine({ log }: { log: ProcedureLogDetail }) {
  return (
    <span className={styles.logBy}>
      <PersonName person={log.doneBy} /> <When at={log.doneAt} as="dateTime" />
    </span>
  )
}

export function LogDetail({ log }: { log: ProcedureLogDetail }) {
  const { t } = useTranslation('procedureLogs')
  const format = useFormat()
  return (
    <div className={styles.logDetail}>
      <section className={styles.logScore}>
        <ScoreGauge score={log.score} size={104} />
        <div className={styles.logScoreWords}>
          {log.maximum > 0 ? (
            <strong className="numbers">
              {t('pointsOf', {
                gained: format.number(log.points),
                reachable: format.number(log.maximum),
              })}
            </strong>
          ) : (
            <strong>{t('notScored')}</strong>
          )}
          <Where log={log} />
          {arrivedLate(log) && (
            <span className="quiet">
              {t('arrived')} <When at={log.receivedAt} as="dateTime" />
            </span>
          )}
          <span className="quiet">
            {t('took', { duration: useDuration(log.startedAt, log.doneAt) })} ·{' '}
            {t('version', { version: log.procedureVersion })}
          </span>
        </div>
      </section>
      <Meanwhile log={log} />
      {log.tickets.length > 0 && (
        <Section title={t('tickets')}>
          <ul className={styles.logTickets}>
            {log.tickets.map((ticket) => (
              <li key={ticket.id}>
                <Link to={pathTo('ticket', { ticketId: ticket.id })}>
                  <bdi>{ticket.title}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t('answers')}>
        {log.contentRemovedAt === null ? (
          <Answers log={log} />
        ) : (
          <p className="quiet">
            {t('contentRemoved', { when: format.date(log.contentRemovedAt) })}
          </p>
        )}
      </Section>
      {log.used.length > 0 && (
        <Section title={t('used')}>
          <Used log={log} />
        </Section>
      )}
      <Section title={t('automations')}>
        <RunList of={{ procedureLogId: log.id }} />
      </Section>
    </div>
  )
}

/**
 * True if the server received it more than a minute after it was done: sent later, or over a slow
 * network.
 */
const arrivedLate = ({ doneAt, receivedAt }: ProcedureLogDetail): boolean =>
  Date.parse(receivedAt) - Date.parse(doneAt) > 60_000

function Where({ log }: { log: ProcedureLogDetail }) {
  return (
    <span>
      <EnvironmentOutlined aria-hidden />{' '}
      {log.equipment !== null && (
        <Link to={pathTo('equipment', {}, { id: log.equipment.id })}>
          <bdi>{log.equipment.name}</bdi>
        </Link>
      )}
      {log.equipment !== null && log.location !== null && ' · '}
      {log.location !== null && (
        <Link to={pathTo('locations', {}, { id: log.location.id })}>
          <bdi>{log.location.name}</bdi>
        </Link>
      )}
    </span>
  )
}

function Used({ log }: { log: ProcedureLogDetail }) {
  const { t } = useTranslation('procedureLogs')
  const format = useFormat()
  return (
    <ul className={styles.logUsed}>
      {log.used.map(({ itemId, name, unit, amount, discardedDoses }) => (
        <li key={itemId}>
          <bdi>{name}</bdi>{' '}
          <span className="numbers">
            <bdi>
              {format.number(amount)} {unit}
            </bdi>
          </span>
          {discardedDoses > 0 && (
            <span className="quiet"> · {t('discarded', { count: discardedDoses })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

function useDuration(from: string, to: string): string {
  const { locale } = useFormat()
  const minutes = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 60_000))
  const style = (unit: 'minute' | 'hour', value: number) =>
    numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  return minutes < 120 ? style('minute', minutes) : style('hour', Math.round(minutes / 60))
}

function Answers({ log }: { log: ProcedureLogDetail }) {
  const { t } = useTranslation('procedureLogs')
  const format = useFormat()
  if (log.questions.length === 0) return <p className="quiet">{t('noQuestions')}</p>
  return (
    <ol className={styles.logAnswers}>
      {log.questions.map((question, index) => {
        const line = log.breakdown.find(({ questionId }) => questionId === question.id)
        return (
          <li key={question.id}>
            <span className={`${styles.logNumber} numbers`} aria-hidden>
              {format.number(index + 1)}
            </span>
            <div className={styles.logAnswer}>
              <span className="quiet" dir="auto">
                {question.title}
              </span>
              <AnswerView
                question={question}
                answer={log.answers.find(({ questionId }) => questionId === question.id)}
                log={log}
              />
            </div>
            {line !== undefined && (
              <span
                className={`${styles.logPoints} numbers`}
                data-lost={line.gained < line.reachable}
                title={t('pointsOf', {
                  gained: format.number(line.gained),
                  reachable: format.number(line.reachable),
                })}
              >
                {format.number(line.gained)}
                <span className="quiet"> / {format.number(line.reachable)}</span>
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

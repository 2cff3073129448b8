import { CheckCircleFilled } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { procedureLogs, type ProcedureLogDetail } from '#contract/procedures/procedureLogs.ts'
import { injectContract } from '#api/api.ts'
import { pathTo } from '#lib/paths.ts'
import { ScoreGauge } from '#entities/score/ScoreGauge.tsx'
import { useFormat } from '#lib/format.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { ToTicket } from './ToTicket.tsx'
import styles from './perform.module.css'
import surveyStyles from '../survey/survey.module.css'
import { answerToShow } from '#ui/list/listQuery.ts'

const { useGetProcedureLogQuery } = injectContract(procedureLogs)

export function PerformResult({ logId, ticketId }: { logId: number; ticketId: number | null }) {
  const { t } = useTranslation(['procedures', 'titles'])
  const query = useGetProcedureLogQuery({ params: { id: logId } })
  const { error, refetch } = query
  const log = answerToShow(query)
  if (log === undefined)
    return error === undefined ? (
      <LoadingState />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  return (
    <div className={styles.perform}>
      <section className={`${styles.performCard} ${styles.performDone}`} role="status">
        <CheckCircleFilled aria-hidden className={styles.performDoneMark} />
        <h1>{t('perform.recorded')}</h1>
        <p className="quiet">
          <bdi>{log.procedure.name}</bdi> · <bdi>{log.equipment?.name ?? log.location?.name}</bdi>
        </p>
        {log.score !== null && <ScoreGauge score={log.score} size={148} />}
        <Opened tickets={log.tickets} />
        {log.meanwhile.map(({ id, doneBy }) => (
          <Link key={id} to={pathTo('procedureLog', { procedureLogId: log.id }, { compare: id })}>
            {t('perform.meanwhile', { name: doneBy.name })}
          </Link>
        ))}
      </section>
      {log.breakdown.length > 0 && <Breakdown log={log} />}
      <nav className={styles.performWays}>
        <ToTicket ticketId={ticketId} />
        <Link
          className={`${surveyStyles.surveySoftButton} ${surveyStyles.surveyStrong}`}
          to={pathTo('procedureLog', { procedureLogId: log.id })}
        >
          {t('perform.toLog')}
        </Link>
        <Link
          className={surveyStyles.surveySoftButton}
          to={pathTo('procedurePerform', { procedureId: log.procedure.id })}
        >
          {t('perform.again')}
        </Link>
        <Link className={surveyStyles.surveySoftButton} to={pathTo('home')}>
          {t('titles:home')}
        </Link>
        <Link className={surveyStyles.surveySoftButton} to={pathTo('procedures')}>
          {t('perform.toProcedures')}
        </Link>
      </nav>
    </div>
  )
}

function Opened({ tickets }: { tickets: ProcedureLogDetail['tickets'] }) {
  const { t } = useTranslation('procedures')
  if (tickets.length === 0) return null
  return (
    <div className={styles.performOpened}>
      <p>{t('perform.ticketsOpened', { count: tickets.length })}</p>
      <ul>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Link to={pathTo('ticket', { ticketId: ticket.id })}>
              <bdi>{ticket.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Breakdown({ log }: { log: ProcedureLogDetail }) {
  const { t } = useTranslation('procedures')
  const format = useFormat()
  const titles = new Map(log.questions.map((question) => [question.id, question.title]))
  return (
    <section className={styles.performCard}>
      <h2>{t('perform.breakdown')}</h2>
      <ul className={styles.performBreakdown}>
        {log.breakdown.map((line) => (
          <li key={line.questionId} data-lost={line.gained < line.reachable}>
            <span dir="auto">{titles.get(line.questionId)}</span>
            <span className="numbers">
              {t('perform.pointsOf', {
                gained: format.number(line.gained),
                reachable: format.number(line.reachable),
              })}
            </span>
          </li>
        ))}
        <li className={styles.performTotal}>
          <span>{t('perform.total')}</span>
          <span className="numbers">
            {t('perform.pointsOf', {
              gained: format.number(log.points),
              reachable: format.number(log.maximum),
            })}
          </span>
        </li>
      </ul>
    </section>
  )
}

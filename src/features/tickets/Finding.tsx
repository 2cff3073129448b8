import { AuditOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { dateFormat } from '#contract/formatters.ts'
import type { TicketFinding } from '#contract/ticketFindings.ts'
import { isPhoto } from '#contract/tickets.ts'
import { StoredFileLink } from '#entities/files/StoredFileLink.tsx'
import { ScoreMark } from '#entities/score/ScoreMark.tsx'
import { TicketPhotos } from '#entities/tickets/TicketPhotos.tsx'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { PersonName, When } from '#ui/page/marks.tsx'
import styles from './TicketPanel.module.css'

/** A procedure log that reported the problem of the ticket. */
export function Finding({ finding, ticketId }: { finding: TicketFinding; ticketId: number }) {
  const { t } = useTranslation('tickets')
  const { log, isRepeat, answers, files, hiddenAnswers } = finding
  return (
    <li className={styles.said}>
      <span className={`${styles.commentHead} ${styles.findingHead}`}>
        <AuditOutlined aria-hidden />{' '}
        {log === null ? (
          t(isRepeat ? 'finding.hiddenAgain' : 'finding.hiddenFirst')
        ) : (
          <>
            <Link to={pathTo('procedureLog', { procedureLogId: log.id })}>
              {t(isRepeat ? 'finding.again' : 'finding.first', { procedure: log.procedureName })}
            </Link>{' '}
            <ScoreMark score={log.score} /> <PersonName person={log.doneBy} />
          </>
        )}
        <MergedNumber of={finding.ticketId} in={ticketId} />
        <span className="quiet">
          <When at={finding.at} as="time" />
        </span>
      </span>
      {answers.length > 0 && (
        <dl className={styles.findingAnswers}>
          {answers.map((answer) => (
            <div key={answer.title}>
              <dt dir="auto">{answer.title}</dt>
              <dd dir="auto">
                <AnswerText answer={answer} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {hiddenAnswers > 0 && <p className="quiet">{t('finding.more', { count: hiddenAnswers })}</p>}
      <TicketPhotos photos={files.filter(({ mime }) => isPhoto(mime))} />
      {files
        .filter(({ mime }) => !isPhoto(mime))
        .map(({ id, name, mime }) => (
          <StoredFileLink key={id} fileId={id} name={name} mime={mime} />
        ))}
    </li>
  )
}

/** The merged ticket that an entry was written on. Entries kept before an upgrade name none. */
export function MergedNumber({ of: ticketId, in: shown }: { of: number | undefined; in: number }) {
  if (ticketId === undefined || ticketId === shown) return null
  return (
    <Link to={pathTo('ticket', { ticketId })}>
      <bdi>#{ticketId}</bdi>
    </Link>
  )
}

function AnswerText({ answer }: { answer: TicketFinding['answers'][number] }) {
  const format = useFormat()
  switch (answer.kind) {
    case 'texts':
      return <>{format.list(answer.texts)}</>
    case 'number':
      return (
        <span className="numbers">
          {format.number(answer.value, { maximumFractionDigits: 6 })} <bdi>{answer.unit}</bdi>
        </span>
      )
    // A calendar day has no time zone, so it is parsed and formatted in UTC.
    case 'date':
      return (
        <>
          {dateFormat(format.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
            new Date(answer.date),
          )}
        </>
      )
  }
}

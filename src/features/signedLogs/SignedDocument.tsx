import { dateFormat } from '#contract/formatters.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { zoneText } from '#contract/rules/zoneText.ts'
import type { Entry, Head, PerformanceRecord } from '#contract/signedLog/record.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import type { Format } from '#lib/format.tsx'
import { SealedImage, type Place } from './SealedImage.tsx'
import styles from './signedLogs.module.css'

interface Props {
  entries: readonly Entry[]
  head: Head
  format: Format
  /** The times are in the browser's zone, because the record does not come from a server. */
  isBrowserZone?: boolean
  verdict: ReactNode
  /** Source of photos and signatures. If omitted, only names and hashes are shown. */
  files?: { place: Place; onChanged: () => void } | undefined
  code?: ReactNode
  correct?: ReactNode
}

export function SignedDocument(props: Props) {
  const { t } = useTranslation('signedLogs')
  const { entries, head, format, verdict, code, correct } = props
  const original = entries.find(({ record }) => record?.kind === 'performance')
  const record = original?.record?.kind === 'performance' ? original.record : null
  const own = original ?? entries.find((entry) => entry.record !== null)
  return (
    <>
      <header className={styles.signedLogTitle}>
        <span className="quiet">
          {record !== null && (
            <>
              <bdi>{record.company}</bdi> ·{' '}
            </>
          )}
          {t('title')}
        </span>
        <h1 dir="auto">{record?.procedure.name ?? t('title')}</h1>
      </header>
      {verdict}
      {record !== null && <Performance {...props} record={record} />}
      <Addenda entries={entries} format={format} />
      {correct}
      {own !== undefined && (
        <section className={styles.signedLogSeal}>
          {code}
          <dl>
            <Fact label={t('number')}>
              {t('ofChain', {
                sequence: format.number(own.sequence),
                last: format.number(head.sequence),
              })}
            </Fact>
            <Fact label={t('key')}>
              <code dir="ltr">{own.keyId}</code>
            </Fact>
            <Fact label={t('hash')}>
              <code dir="ltr">{own.hash}</code>
            </Fact>
          </dl>
        </section>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.signedLogFact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Performance({
  record,
  format,
  files,
  isBrowserZone = false,
}: Props & { record: PerformanceRecord }) {
  const { t } = useTranslation('signedLogs')
  const places = [record.equipment, record.location].flatMap((place) => (place ? [place] : []))
  return (
    <>
      <dl className={styles.signedLogFacts}>
        <Fact label={t('place')}>
          {places.map(({ id, name }) => (
            <bdi key={id}>{name}</bdi>
          ))}
        </Fact>
        <Fact label={t('doneBy')}>
          <bdi>{record.doneBy.name}</bdi>
        </Fact>
        <Fact label={t('begun')}>{format.dateTime(record.startedAt)}</Fact>
        <Fact label={t('done')}>{format.dateTime(record.doneAt)}</Fact>
        <Fact label={t('received')}>{format.dateTime(record.receivedAt)}</Fact>
        <Fact label={t(isBrowserZone ? 'browserZone' : 'zone')}>
          <bdi dir="ltr">{zoneText(format.timeZone, Date.parse(record.doneAt))}</bdi>
        </Fact>
        <Fact label={t('version')}>{format.number(record.procedure.version)}</Fact>
        <Fact label={t('score')}>
          {record.maximum > 0
            ? t('points', {
                gained: format.number(record.points),
                reachable: format.number(record.maximum),
              })
            : t('notScored')}
        </Fact>
      </dl>
      <section>
        <h2>{t('questions')}</h2>
        <ol className={styles.signedLogAnswers}>
          {record.questions.map((question) => (
            <li key={question.id}>
              <span className="quiet" dir="auto">
                {question.title}
              </span>
              <Answer
                record={record}
                question={question}
                answer={record.answers.find(({ questionId }) => questionId === question.id)}
                format={format}
                files={files}
              />
            </li>
          ))}
        </ol>
      </section>
      {record.used.length > 0 && (
        <section>
          <h2>{t('used')}</h2>
          <ul>
            {record.used.map(({ itemId, name, unit, amount }) => (
              <li key={itemId}>
                <bdi>{name}</bdi>: {format.number(amount)} <bdi>{unit}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Answer({
  record,
  question,
  answer,
  format,
  files,
}: Pick<Props, 'format' | 'files'> & {
  record: PerformanceRecord
  question: SurveyQuestion
  answer: GivenAnswer | undefined
}) {
  const { t } = useTranslation('signedLogs')
  if (answer === undefined) return <em className="quiet">{t('notAnswered')}</em>
  if (answer.kind === 'file' || answer.kind === 'signature') {
    const ids: readonly number[] = answer.kind === 'file' ? answer.fileIds : [answer.fileId]
    return (
      <div className={styles.signedLogFiles}>
        {record.files
          .filter(({ id }) => ids.includes(id))
          .map((file) => (
            <figure key={file.id}>
              {files === undefined ? (
                <bdi>{file.name}</bdi>
              ) : (
                <SealedImage file={file} {...files} />
              )}
              <figcaption dir="ltr">{file.sha256}</figcaption>
            </figure>
          ))}
      </div>
    )
  }
  return (
    <strong className={styles.signedLogGiven} dir="auto">
      {wordsOf(record, question, answer, format)}
    </strong>
  )
}

function wordsOf(
  record: PerformanceRecord,
  question: SurveyQuestion,
  answer: Exclude<GivenAnswer, { kind: 'file' | 'signature' }>,
  format: Format,
): string {
  const titles = (ids: readonly number[]) =>
    format.list(question.answers.filter(({ id }) => ids.includes(id)).map(({ title }) => title))
  switch (answer.kind) {
    case 'singleChoice':
      return titles([answer.answerId])
    case 'multipleChoice':
      return titles(answer.answerIds)
    case 'number':
      return `${format.number(answer.value, { maximumFractionDigits: 6 })} ${question.unit ?? ''}`
    case 'text':
      return answer.text
    // formatted in UTC, because a calendar day has no time zone
    case 'date':
      return dateFormat(format.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(answer.date),
      )
    case 'user':
      return record.people.find(({ id }) => id === answer.userId)?.name ?? ''
  }
}

function Addenda({ entries, format }: Pick<Props, 'entries' | 'format'>) {
  const { t } = useTranslation('signedLogs')
  const addenda = entries.flatMap(({ record, sequence }) =>
    record?.kind === 'addendum' ? [{ ...record, sequence }] : [],
  )
  if (addenda.length === 0) return null
  return (
    <section>
      <h2>{t('addenda')}</h2>
      <ul className={styles.signedLogAddenda}>
        {addenda.map(({ sequence, by, at, text }) => (
          <li key={sequence}>
            <span className="quiet">
              <bdi>{by.name}</bdi> · <bdi>{format.dateTime(at)}</bdi>
            </span>
            <p dir="auto">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

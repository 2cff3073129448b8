import { dateFormat } from '#contract/formatters.ts'
import { useTranslation } from 'react-i18next'
import type { ProcedureLogDetail } from '#contract/procedures/procedureLogs.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import { StoredFileLink } from '#entities/files/StoredFileLink.tsx'
import { StoredImage } from '#entities/files/StoredImage.tsx'
import { useFormat } from '#lib/format.tsx'
import styles from './procedureLogs.module.css'

interface Props {
  question: SurveyQuestion
  answer: GivenAnswer | undefined
  log: ProcedureLogDetail
}

export function AnswerView({ question, answer, log }: Props) {
  const { t } = useTranslation('procedureLogs')
  const format = useFormat()
  if (answer === undefined) return <span className="quiet">{t('notAnswered')}</span>
  switch (answer.kind) {
    case 'singleChoice':
      return <Words>{titles(question, [answer.answerId])}</Words>
    case 'multipleChoice':
      return <Words>{format.list(titles(question, answer.answerIds))}</Words>
    case 'number':
      return (
        <Words>
          <span className="numbers">
            {format.number(answer.value, { maximumFractionDigits: 6 })}
          </span>
          {question.unit !== null && (
            <>
              {' '}
              <bdi>{question.unit}</bdi>
            </>
          )}
        </Words>
      )
    case 'text':
      return <Words>{answer.text}</Words>
    // A calendar day has no time zone, so it is parsed and formatted in UTC.
    case 'date':
      return (
        <Words>
          {dateFormat(format.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
            new Date(answer.date),
          )}
        </Words>
      )
    case 'user':
      return (
        <Words>
          {log.users.find(({ id }) => id === answer.userId)?.name ?? t('unknownPerson')}
        </Words>
      )
    case 'file':
      return (
        <span className={styles.logFiles}>
          {answer.fileIds.map((id) => (
            <LogFile key={id} fileId={id} log={log} />
          ))}
        </span>
      )
    case 'signature':
      return (
        <StoredImage
          fileId={answer.fileId}
          name={t('signatureOf', { name: log.doneBy.name })}
          className={styles.logSignature}
        />
      )
  }
}

const titles = (question: SurveyQuestion, ids: readonly number[]): string[] =>
  question.answers.filter(({ id }) => ids.includes(id)).map(({ title }) => title)

function Words({ children }: { children: React.ReactNode }) {
  return (
    <span className={styles.logWordsGiven} dir="auto">
      {children}
    </span>
  )
}

function LogFile({ fileId, log }: { fileId: number; log: ProcedureLogDetail }) {
  const file = log.files.find(({ id }) => id === fileId)
  return file === undefined ? null : (
    <StoredFileLink fileId={file.id} name={file.name} mime={file.mime} />
  )
}

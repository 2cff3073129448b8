import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dateFormat } from '#contract/formatters.ts'
import { peopleCalls } from '#entities/calls/people.ts'
import type { Submission } from '#entities/unsent/device.ts'
import { DeviceImage } from '#entities/unsent/DeviceImage.tsx'
import { useFormat } from '#lib/format.tsx'
import { formatAnswers } from './formatAnswers.ts'
import type { PerformDraft } from './performDraft.ts'
import styles from './perform.module.css'
import surveyStyles from '../survey/survey.module.css'

interface Props {
  head: string
  draft: Pick<PerformDraft, 'asked' | 'files'>
  answers: Submission['answers']
}

function useGivenInWords({ draft, answers }: Omit<Props, 'head'>) {
  const { t } = useTranslation('procedures')
  const format = useFormat()
  const userIds = answers.flatMap((answer) => (answer.kind === 'user' ? [answer.userId] : []))
  const { data: people } = peopleCalls.useListTinyUsersQuery(
    { body: { ids: userIds, limit: userIds.length } },
    { skip: userIds.length === 0 },
  )
  return formatAnswers(draft, answers, {
    number: (value) => format.number(value, { maximumFractionDigits: 6 }),
    // formatted in UTC, because a calendar day has no time zone
    date: (day) =>
      dateFormat(format.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day)),
    person: (userId) =>
      people?.rows.find(({ id }) => id === userId)?.name ?? t('perform.given.person'),
    list: (titles) => format.list(titles),
  })
}

export function CopyAnswers(props: Props) {
  const { t } = useTranslation('procedures')
  const given = useGivenInWords(props)
  const [copied, setCopied] = useState<boolean | null>(null)
  const handleCopy = async () => {
    const lines = given.map(
      ({ questionId, question, answer }) =>
        `${question ?? t('perform.given.unknown', { id: questionId })}: ${answer}`,
    )
    // The clipboard is undefined if the page is not served over https.
    const writing = navigator.clipboard?.writeText([props.head, ...lines].join('\n'))
    setCopied(
      writing !== undefined &&
        (await writing.then(
          () => true,
          () => false,
        )),
    )
  }
  return (
    <>
      <button
        type="button"
        className={surveyStyles.surveySoftButton}
        onClick={() => void handleCopy()}
      >
        {t(copied === true ? 'perform.given.copied' : 'perform.given.copy')}
      </button>
      {copied === false && <p role="alert">{t('perform.given.cannotCopy')}</p>}
    </>
  )
}

export function GivenAnswers({
  title,
  hint,
  children,
  ...props
}: Omit<Props, 'head'> & { title?: string; hint?: string; children?: ReactNode }) {
  const { t } = useTranslation('procedures')
  const given = useGivenInWords(props)
  return (
    <section className={styles.performCard}>
      <h2>{title ?? t('perform.given.title')}</h2>
      {hint !== undefined && <p className={`quiet ${styles.performGivenHint}`}>{hint}</p>}
      {given.length === 0 && <p className="quiet">{t('perform.given.none')}</p>}
      <dl className={styles.performGiven}>
        {given.map(({ questionId, question, answer, files }) => (
          <div key={questionId}>
            <dt dir="auto">{question ?? t('perform.given.unknown', { id: questionId })}</dt>
            <dd dir="auto">
              {answer}
              {files.map(({ id, key, name, mime }) =>
                key === undefined || !mime.startsWith('image/') ? null : (
                  <DeviceImage
                    key={id}
                    fileKey={key}
                    name={name}
                    className={styles.performGivenImage}
                  />
                ),
              )}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}

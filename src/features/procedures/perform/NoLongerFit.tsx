import { useTranslation } from 'react-i18next'
import { CopyAnswers, GivenAnswers } from './GivenAnswers.tsx'
import type { PerformDraft } from './performDraft.ts'

/** What was answered and is not asked any more, by the name it had: it goes nowhere unread. */
export function NoLongerFit({ draft, head }: { draft: PerformDraft; head: string }) {
  const { t } = useTranslation('procedures')
  const { noLonger = [], files } = draft
  if (noLonger.length === 0) return null
  const given = {
    draft: {
      asked: Object.fromEntries(noLonger.map(({ asked, answer }) => [answer.questionId, asked])),
      files,
    },
    answers: noLonger.map(({ answer }) => answer),
  }
  return (
    <GivenAnswers
      {...given}
      title={t('perform.given.noLonger')}
      hint={t('perform.given.noLongerHint', { count: noLonger.length })}
    >
      <div>
        <CopyAnswers head={head} {...given} />
      </div>
    </GivenAnswers>
  )
}

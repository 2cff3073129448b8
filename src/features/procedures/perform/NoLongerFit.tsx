import { useTranslation } from 'react-i18next'
import { CopyAnswers, GivenAnswers } from './GivenAnswers.tsx'
import type { PerformDraft } from './performDraft.ts'

/**
 * Answers to questions that no longer exist, under their old titles, so that the user sees them
 * before they are lost.
 */
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

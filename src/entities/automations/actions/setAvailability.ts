import type { BlankAction } from '#contract/automation/actions.ts'
import type { BlankText } from '../clause.ts'
import type { ActionWords } from '../useWords.ts'
import { questionText } from './assign.ts'
import type { ActionPage } from './kind.ts'

export const setAvailability = {
  sentence: ({ who, availability }, words) => ({
    who: whoText(who, words),
    availability: {
      words:
        availability.kind === 'hours'
          ? words.t('availability.hours', {
              span: words.span({ amount: availability.hours, unit: 'hours' }),
            })
          : words.t(`availability.${availability.kind}`),
    },
  }),
  blanks: { who: 'own', availability: 'own' },
} satisfies ActionPage<'setAvailability'>

function whoText(who: BlankAction<'setAvailability'>['who'], words: ActionWords): BlankText {
  const { t, naming } = words
  if (who.by === 'performer') return { words: t('performerWords') }
  return who.by === 'user'
    ? naming.one('user', who.userId, 'person')
    : questionText(who.questionId, 'assign.question', words)
}

import type { BlankAction } from '#contract/automation/actions.ts'
import type { BlankText } from '../clause.ts'
import type { ActionWords } from '../useWords.ts'
import { questionText } from './assign.ts'
import type { ActionPage } from './kind.ts'

export const updateMetadata = {
  phrase: ({ change }) => (change.do === 'remove' ? 'removeMetadata' : 'updateMetadata'),
  sentence: ({ fieldId, change }, words) => ({
    field: words.naming.one('metadataField', fieldId, 'field'),
    change: changeText(change, words),
  }),
  blanks: { field: 'own', change: 'own' },
} satisfies ActionPage<'updateMetadata'>

function changeText(
  change: BlankAction<'updateMetadata'>['change'],
  words: ActionWords,
): BlankText {
  if (change.do === 'remove') return { words: words.t('metadata.remove') }
  return change.do === 'fromInterval'
    ? { words: words.t('metadata.fromInterval', { span: words.span(change) }) }
    : questionText(
        change.questionId,
        change.whenEmpty === 'remove' ? 'metadata.fromAnswerOrRemove' : 'metadata.fromAnswer',
        words,
      )
}

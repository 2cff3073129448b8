import { z } from 'zod'
import { id } from '#contract/ids.ts'
import { timeUnits } from '#contract/rules/timeUnits.ts'
import type { ActionOf } from './kind.ts'

export const updateMetadata = z.strictObject({
  kind: z.literal('updateMetadata'),
  fieldId: id('metadataField'),
  change: z.discriminatedUnion('do', [
    /** `whenEmpty`: what to do with the field if the answer is empty or missing. */
    z.strictObject({
      do: z.literal('fromAnswer'),
      questionId: id('surveyQuestion'),
      whenEmpty: z.enum(['remove', 'ignore']),
    }),
    /**
     * The day this long after completion of the procedure. The maximum length is checked only for
     * new values.
     */
    z.strictObject({
      do: z.literal('fromInterval'),
      amount: z.number().int().min(1).max(10_000),
      unit: z.enum(timeUnits),
    }),
    z.strictObject({ do: z.literal('remove') }),
  ]),
})

export const updateMetadataKind: ActionOf<z.infer<typeof updateMetadata>> = {
  listedUnder: 'equipmentData',
  names: { fieldId: 'metadataField', 'change.questionId': 'surveyQuestion' },
  fresh: () => ({
    kind: 'updateMetadata',
    fieldId: null,
    change: { do: 'fromAnswer', questionId: null, whenEmpty: 'ignore' },
  }),
  faults: ({ fieldId, change }) =>
    fieldId === null
      ? ['fieldMissing']
      : change.do === 'fromAnswer' && change.questionId === null
        ? ['questionMissing']
        : [],
}

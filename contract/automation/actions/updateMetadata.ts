/**
 * Writes a metadata field of the event's equipment, from an answer or a time interval, or takes its
 * value away.
 */
import { z } from 'zod'
import { id } from '#contract/ids.ts'
import { timeUnits } from '#contract/rules/timeUnits.ts'
import type { ActionOf } from './kind.ts'

export const updateMetadata = z.strictObject({
  kind: z.literal('updateMetadata'),
  fieldId: id('metadataField'),
  change: z.discriminatedUnion('do', [
    /** `whenEmpty`: what an answer that is empty or was not given does to the field. */
    z.strictObject({
      do: z.literal('fromAnswer'),
      questionId: id('surveyQuestion'),
      whenEmpty: z.enum(['remove', 'ignore']),
    }),
    /** The day that lies so long after the procedure was done; judged where it is new. */
    z.strictObject({
      do: z.literal('fromInterval'),
      amount: z.number().int().min(1).max(10_000),
      unit: z.enum(timeUnits),
    }),
    z.strictObject({ do: z.literal('remove') }),
  ]),
})

export const updateMetadataKind: ActionOf<z.infer<typeof updateMetadata>> = {
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

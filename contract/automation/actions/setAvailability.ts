import { z } from 'zod'
import { id } from '#contract/ids.ts'
import { availabilityWish } from '#contract/people/people.ts'
import type { ActionOf } from './kind.ts'

export const setAvailability = z.strictObject({
  kind: z.literal('setAvailability'),
  who: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('user'), userId: id('user') }),
    z.strictObject({ by: z.literal('question'), questionId: id('surveyQuestion') }),
    z.strictObject({ by: z.literal('performer') }),
  ]),
  availability: availabilityWish,
})

export const setAvailabilityKind: ActionOf<z.infer<typeof setAvailability>> = {
  listedUnder: 'ticketAssignee',
  names: { 'who.userId': 'user', 'who.questionId': 'surveyQuestion' },
  fresh: () => ({
    kind: 'setAvailability',
    who: { by: 'performer' },
    availability: { kind: 'unlimited' },
  }),
  faults({ who }) {
    if (who.by === 'user') return who.userId === null ? ['userMissing'] : []
    return who.by === 'question' && who.questionId === null ? ['questionMissing'] : []
  },
}

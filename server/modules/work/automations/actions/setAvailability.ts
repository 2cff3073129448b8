import { makeAvailable, nameOf, selectUser } from '../../../foundation/people/index.ts'
import { checkAsksPerson } from '../checkContext.ts'
import type { ServerAction } from './kind.ts'

export const setAvailability: ServerAction<'setAvailability'> = {
  async execute({ scope, performedLog }, { who, availability }) {
    const given =
      who.by === 'question'
        ? performedLog.log?.answers.find(({ questionId }) => questionId === who.questionId)
        : undefined
    const userId =
      who.by === 'user'
        ? who.userId
        : who.by === 'performer'
          ? (performedLog.log?.doneBy ?? null)
          : given?.kind === 'user'
            ? given.userId
            : null
    if (userId === null) return { outcome: 'skipped', code: 'noAnswer' }
    const person = nameOf(await selectUser(scope, userId))
    const changed = await makeAvailable(scope, userId, availability)
    return changed
      ? {
          outcome: 'done',
          details: {
            person,
            userId,
            availability: availability.kind,
            ...(availability.kind === 'hours' && { hours: availability.hours }),
          },
        }
      : { outcome: 'skipped', code: 'alreadySo', details: { person, userId } }
  },
  check({ who }, context) {
    if (who.by === 'question') checkAsksPerson(who.questionId, context)
  },
  effect: 'changesAll',
  order: 'given',
  backTest: (logs, { who }) =>
    logs.map(({ performer }) => (who.by === 'performer' && performer ? [performer.name] : [''])),
}

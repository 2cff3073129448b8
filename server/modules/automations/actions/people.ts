import { makeAvailable, nameOf, oneUser } from '../../people/index.ts'
import { recipientsOf, tell } from '../../alerts/index.ts'
import { openTicketsFor } from '../../tickets/index.ts'
import { placeOf, type Executor } from './executor.ts'

/** So many of those who were told are named; with their ids, so that a name can be taken out. */
const NAMED = 10

export const sendAlert: Executor<'sendAlert'> = async (
  { scope, performedLog, run, ticketIds },
  action,
) => {
  const asksTickets = action.recipients.opener || action.recipients.assignee
  const about =
    ticketIds.length > 0 || !asksTickets
      ? ticketIds
      : (await openTicketsFor(scope, placeOf(performedLog), null)).map(({ ticket }) => ticket.id)
  const place = {
    equipmentId: performedLog.log.equipmentId,
    locationId: performedLog.location?.id ?? null,
  }
  const people = await recipientsOf(scope, action, {
    ...place,
    procedureLogId: performedLog.log.id,
    ticketIds: about,
  })
  if (people.length === 0) return { outcome: 'skipped', code: 'nobodyTold' }
  const alertId = await tell(scope, people, {
    level: action.level,
    text: action.text,
    channels: action.channels,
    event: {
      procedure: performedLog.procedureName,
      thing: performedLog.thingName ?? '',
      score: performedLog.log.score,
    },
    runId: run.id,
    automationName: run.name,
    procedureLogId: performedLog.log.id,
    ...place,
    ticketId: ticketIds[0] ?? null,
  })
  return {
    outcome: 'done',
    alertId,
    details: {
      count: people.length,
      names: people
        .slice(0, NAMED)
        .map(({ name }) => name)
        .join(', '),
      userIds: people
        .slice(0, NAMED)
        .map(({ id }) => id)
        .join(','),
    },
  }
}

export const setAvailability: Executor<'setAvailability'> = async (
  { scope, performedLog },
  { who, availability },
) => {
  const given =
    who.by === 'question'
      ? performedLog.log.answers.find(({ questionId }) => questionId === who.questionId)
      : undefined
  const userId =
    who.by === 'user'
      ? who.userId
      : who.by === 'performer'
        ? performedLog.log.doneBy
        : given?.kind === 'user'
          ? given.userId
          : null
  if (userId === null) return { outcome: 'skipped', code: 'noAnswer' }
  const person = nameOf(await oneUser(scope, userId))
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
}

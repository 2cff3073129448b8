import { makeAvailable, nameOf, oneUser } from '../../people/index.ts'
import { recipientsOf, tell } from '../../alerts/index.ts'
import { openTicketsFor } from '../../tickets/index.ts'
import { placeOf, type Executor } from './executor.ts'

export const sendAlert: Executor<'sendAlert'> = async (
  { scope, performed, run, ticketIds },
  action,
) => {
  const asksTickets = action.recipients.opener || action.recipients.assignee
  const about =
    ticketIds.length > 0 || !asksTickets
      ? ticketIds
      : (await openTicketsFor(scope, placeOf(performed), null)).map(({ ticket }) => ticket.id)
  const place = {
    equipmentId: performed.log.equipmentId,
    locationId: performed.location?.id ?? null,
  }
  const people = await recipientsOf(scope, action, {
    ...place,
    procedureLogId: performed.log.id,
    ticketIds: about,
  })
  if (people.length === 0) return { outcome: 'skipped', code: 'nobodyTold' }
  const alertId = await tell(scope, people, {
    level: action.level,
    text: action.text,
    channels: action.channels,
    event: {
      procedure: performed.procedureName,
      thing: performed.thingName ?? '',
      score: performed.log.score,
    },
    runId: run.id,
    automationName: run.name,
    procedureLogId: performed.log.id,
    ...place,
    ticketId: ticketIds[0] ?? null,
  })
  return {
    outcome: 'done',
    alertId,
    said: {
      count: people.length,
      names: people
        .slice(0, 10)
        .map(({ name }) => name)
        .join(', '),
    },
  }
}

export const setAvailability: Executor<'setAvailability'> = async (
  { scope, performed },
  { who, availability },
) => {
  const given =
    who.by === 'question'
      ? performed.log.answers.find(({ questionId }) => questionId === who.questionId)
      : undefined
  const userId =
    who.by === 'user'
      ? who.userId
      : who.by === 'performer'
        ? performed.log.doneBy
        : given?.kind === 'user'
          ? given.userId
          : null
  if (userId === null) return { outcome: 'skipped', code: 'noAnswer' }
  const person = nameOf(await oneUser(scope, userId))
  const changed = await makeAvailable(scope, userId, availability)
  return changed
    ? {
        outcome: 'done',
        said: {
          person,
          availability: availability.kind,
          ...(availability.kind === 'hours' && { hours: availability.hours }),
        },
      }
    : { outcome: 'skipped', code: 'alreadySo', said: { person } }
}

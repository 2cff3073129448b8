import type { ActionByKind } from '#contract/automation/actions.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  recipientsOfAll,
  publishAlerts,
  type About,
  type AlertsSent,
  type Telling,
} from '../../alerts/index.ts'
import { makeAvailable, nameOf, oneUser } from '../../people/index.ts'
import { openTicketsFor } from '../../tickets/index.ts'
import { placeOf, type Acting, type Effect, type Executor, type SetExecutor } from './executor.ts'

/** Recipients named in an effect. Stored with their ids, so that anonymisation can remove names. */
const NAMED = 10

type AlertStep = { acting: Acting; action: ActionByKind<'sendAlert'> }

export const sendAlerts: SetExecutor<'sendAlert'> = async (steps) => {
  const [first] = steps
  if (!first) return []
  const { scope } = first.acting
  const told = await peopleOfAll(scope, steps)
  const tellings = steps.flatMap((step, place): (Telling & { place: number })[] => {
    const people = told[place] ?? []
    return people.length === 0 ? [] : [{ place, people, news: newsOf(step) }]
  })
  const alertIds = await publishAlerts(scope, tellings)
  const effects = steps.map((): Effect => ({ outcome: 'skipped', code: 'nobodyTold' }))
  for (const [at, { place, people }] of tellings.entries())
    effects[place] = { outcome: 'done', alertId: alertIds[at], details: detailsOf(people) }
  return effects
}

/** Actions with the same recipients are resolved in one query. */
async function peopleOfAll(scope: Scope, steps: readonly AlertStep[]): Promise<AlertsSent[][]> {
  const abouts = await Promise.all(steps.map(aboutOf))
  const told: AlertsSent[][] = []
  const alike = groupBy([...steps.entries()], ([, { action }]) =>
    JSON.stringify([action.recipients, action.onlyWhoSeeEquipment, action.onlyWhoSeeLocation]),
  )
  for (const group of alike.values()) {
    const wish = group[0]?.[1].action
    if (!wish) continue
    const places = group.map(([place]) => place)
    const people = await recipientsOfAll(
      scope,
      wish,
      places.flatMap((place) => abouts[place] ?? []),
    )
    for (const [at, place] of places.entries()) told[place] = people[at] ?? []
  }
  return told
}

async function aboutOf({ acting, action }: AlertStep): Promise<About> {
  const { scope, performedLog, ticketIds } = acting
  const asksTickets = action.recipients.opener || action.recipients.assignee
  return {
    ...whereOf(performedLog),
    procedureLogId: performedLog.log.id,
    ticketIds:
      ticketIds.length > 0 || !asksTickets
        ? ticketIds
        : (await openTicketsFor(scope, placeOf(performedLog), null)).map(({ ticket }) => ticket.id),
  }
}

const whereOf = ({ log, location }: Acting['performedLog']) => ({
  equipmentId: log.equipmentId,
  locationId: location?.id ?? null,
})

const newsOf = ({ acting, action }: AlertStep): Telling['news'] => {
  const { performedLog, run, ticketIds } = acting
  return {
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
    ...whereOf(performedLog),
    ticketId: ticketIds[0] ?? null,
  }
}

function detailsOf(people: readonly AlertsSent[]): NonNullable<Effect['details']> {
  const named = people.slice(0, NAMED)
  return {
    count: people.length,
    names: named.map(({ name }) => name).join(', '),
    userIds: named.map(({ id }) => id).join(','),
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

import type { ActionByKind } from '#contract/automation/actions.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  recipientsOf,
  recipientsOfAll,
  publishAlerts,
  type About,
  type AlertsSent,
  type Telling,
} from '../../../foundation/alerts/index.ts'
import { startAlertCalls } from '../../duties/index.ts'
import { openTicketsFor } from '../../tickets/index.ts'
import type { Occasion } from '../facts.ts'
import { placeOf, type Acting, type Effect, type ServerAction, type StepOf } from './kind.ts'

/** Recipients named in an effect. Stored with their ids, so that anonymisation can remove names. */
const NAMED = 10

type Action = ActionByKind<'sendAlert'>
type AlertStep = StepOf<'sendAlert'>

export const sendAlert: ServerAction<'sendAlert'> = {
  async executeSet(steps) {
    const [first] = steps
    if (!first) return []
    const { scope } = first.acting
    const told = await peopleOfAll(scope, steps)
    const tellings = steps.flatMap((step, place): (Telling & { place: number })[] => {
      const people = told[place] ?? []
      const callsNobody = (step.action.dutyId ?? null) === null
      return people.length === 0 && callsNobody ? [] : [{ place, people, news: newsOf(step) }]
    })
    const alertIds = await publishAlerts(scope, tellings)
    await startAlertCalls(
      scope,
      tellings.flatMap(({ place }, at) => {
        const step = steps[place]
        const dutyId = step?.action.dutyId ?? null
        const alertId = alertIds[at]
        if (step === undefined || dutyId === null || alertId === undefined) return []
        const { run, ticketIds } = step.acting
        return [{ dutyId, alertId, runId: run.id, ticketIds }]
      }),
    )
    const effects = steps.map((): Effect => ({ outcome: 'skipped', code: 'nobodyTold' }))
    for (const [at, { place, people }] of tellings.entries())
      effects[place] = { outcome: 'done', alertId: alertIds[at], details: detailsOf(people) }
    return effects
  },
  // Without tickets of the run, the alert goes to the people of the tickets open there.
  effect: (action, earlier) =>
    asksTickets(action) && !earlier.some(({ kind }) => kind === 'openTicket') ? 'changes' : 'adds',
  order: 'any',
  backTest: namesOfRecipients,
}

const asksTickets = ({ recipients }: Action) => recipients.opener || recipients.assignee

/**
 * Uses the same recipients as a run. Those depend only on equipment and location, so each pair is
 * queried once.
 */
async function namesOfRecipients(
  logs: readonly Occasion[],
  action: Action,
  scope: Scope,
): Promise<string[][]> {
  const known = new Map<string, string[]>()
  const all: string[][] = []
  for (const { equipmentId, location } of logs) {
    const key = `${equipmentId ?? ''}/${location?.id ?? ''}`
    const names =
      known.get(key) ??
      (
        await recipientsOf(scope, action, {
          equipmentId,
          locationId: location?.id ?? null,
          ticketIds: [],
        })
      ).map(({ name }) => name)
    known.set(key, names)
    all.push(names)
  }
  return all
}

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
  return {
    ...whereOf(performedLog),
    procedureLogId: performedLog.log?.id ?? null,
    ticketIds:
      ticketIds.length > 0 || !asksTickets(action)
        ? ticketIds
        : (await openTicketsFor(scope, placeOf(performedLog), null)).map(({ ticket }) => ticket.id),
  }
}

const whereOf = ({ equipmentId, location }: Acting['performedLog']) => ({
  equipmentId,
  locationId: location?.id ?? null,
})

/** Who may see the procedure of an occurrence is not known here, so it is not named. */
function nameOf({ event, subject, procedureName, thingName }: Acting['performedLog']) {
  const thing = thingName ?? ''
  if (event === 'procedureDone') return { procedure: procedureName, thing }
  return subject?.kind === 'ticket' && thing !== ''
    ? { kind: event, procedure: procedureName, thing }
    : { kind: event, procedure: subject?.kind === 'ticket' ? procedureName : thing, thing: '' }
}

const newsOf = ({ acting, action }: AlertStep): Telling['news'] => {
  const { performedLog, run, ticketIds } = acting
  return {
    level: action.level,
    text: action.text,
    channels: action.channels,
    event: {
      ...nameOf(performedLog),
      score: performedLog.log?.score ?? null,
      cause: performedLog.cause,
    },
    runId: run.id,
    automationName: run.name,
    procedureLogId: performedLog.log?.id ?? null,
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

/**
 * Evaluates a draft against the procedure logs of the last thirty days, with the same matcher as a
 * run. Writes nothing.
 */
import { and, eq, gte, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import {
  backTestDays,
  type BackTestAnswer,
  type automations as contract,
} from '#contract/automation/automation.ts'
import type { ActionByKind, AutomationAction } from '#contract/automation/actions.ts'
import { backTest } from '#contract/automation/match.ts'
import { equipmentStatus, procedure, procedureLog } from '#db/schema/index.ts'
import { notThere } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { recipientsOf } from '../alerts/index.ts'
import { namesOf } from '../references/index.ts'
import { procedureLogsOf, type PerformedLog } from './facts.ts'
import { namesIn, referencesOfVerdict } from './runs.ts'

type Question = z.output<typeof contract.backTestAutomation.body>
type AlertsSent = BackTestAnswer['effects'][number]

const MAX_LOGS = 5_000
const TOLD = 12
const DAY = 86_400_000

export async function backTestOf(
  scope: Scope,
  { procedureId, filters, actions, matched, limit, offset }: Question,
): Promise<BackTestAnswer> {
  const { db, from, clock } = scope
  const found = await db
    .select({ id: procedure.id })
    .from(procedure)
    .where(from.procedures(eq(procedure.id, procedureId)))
  if (found.length === 0) throw notThere('procedure', 'body.procedureId')
  const since = new Date(clock.now().getTime() - backTestDays * DAY)
  const happened = await procedureLogsOf(
    scope,
    from.procedureLogs(eq(procedureLog.procedureId, procedureId), gte(procedureLog.doneAt, since)),
    MAX_LOGS,
  )
  const tried = backTest(filters, happened)
  const hits = tried.filter((one) => one.matched)
  const rows = (
    matched === undefined ? tried : tried.filter((one) => one.matched === matched)
  ).slice(offset, offset + limit)
  const names = await namesOf(
    scope,
    rows.flatMap(({ verdicts }) => verdicts.flatMap(referencesOfVerdict)),
  )
  return {
    evaluated: tried.length,
    matched: hits.length,
    isCut: tried.length === MAX_LOGS,
    rows: rows.map(({ log, thingName, performer, verdicts, matched: isHit }) => ({
      procedureLogId: log.id,
      doneAt: log.doneAt.toISOString(),
      thing: thingName,
      performer: performer.name,
      score: log.score,
      matched: isHit,
      verdicts,
    })),
    names: namesIn(
      rows.flatMap(({ verdicts }) => verdicts),
      names,
    ),
    effects: await effectsOf(scope, actions, hits),
  }
}

async function effectsOf(
  scope: Scope,
  actions: readonly AutomationAction[],
  hits: readonly PerformedLog[],
): Promise<AlertsSent[]> {
  const alertsSent: AlertsSent[] = []
  for (const action of actions)
    alertsSent.push({ kind: action.kind, ...(await foreseen(scope, action, hits)) })
  return alertsSent
}

async function foreseen(
  scope: Scope,
  action: AutomationAction,
  hits: readonly PerformedLog[],
): Promise<Omit<AlertsSent, 'kind'>> {
  switch (action.kind) {
    case 'openTicket':
      return tally(
        hits.map(({ procedureName, thingName }) => [
          action.title || (thingName === null ? procedureName : `${procedureName}: ${thingName}`),
        ]),
      )
    case 'sendAlert':
      return tally(await alertsSentBy(scope, action, hits))
    case 'changeStatus': {
      const [status] = await scope.db
        .select({ name: equipmentStatus.name })
        .from(equipmentStatus)
        .where(
          and(
            eq(equipmentStatus.companyId, scope.actor.companyId),
            inArray(equipmentStatus.id, [action.statusId]),
          ),
        )
      return tally(
        hits.map(({ equipment }) =>
          equipment === null || !status ? [] : [`${equipment.name} → ${status.name}`],
        ),
      )
    }
    case 'updateMetadata':
      return tally(hits.map(({ equipment }) => (equipment === null ? [] : [equipment.name])))
    case 'setAvailability':
      return tally(
        hits.map(({ performer }) => (action.who.by === 'performer' ? [performer.name] : [''])),
      )
    case 'assignTicket':
    case 'changeTicketState':
    case 'closeTickets':
    case 'scheduleProcedure':
    case 'removeScheduled':
    case 'invokeHook':
      return tally(hits.map(({ thingName }) => [thingName ?? '']))
  }
}

/**
 * Uses the same recipients as a run. Those depend only on equipment and location, so each pair is
 * queried once.
 */
async function alertsSentBy(
  scope: Scope,
  action: ActionByKind<'sendAlert'>,
  hits: readonly PerformedLog[],
): Promise<string[][]> {
  const known = new Map<string, string[]>()
  const all: string[][] = []
  for (const { log, location } of hits) {
    const key = `${log.equipmentId ?? ''}/${location?.id ?? ''}`
    const names =
      known.get(key) ??
      (
        await recipientsOf(scope, action, {
          equipmentId: log.equipmentId,
          locationId: location?.id ?? null,
          ticketIds: [],
        })
      ).map(({ name }) => name)
    known.set(key, names)
    all.push(names)
  }
  return all
}

/** `count`: number of times that it would have been done. */
function tally(each: readonly (readonly string[])[]): Omit<AlertsSent, 'kind'> {
  const counts = new Map<string, number>()
  for (const name of each.flat().filter((word) => word !== ''))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  const sorted = [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
  return {
    count: each.filter((names) => names.length > 0).length,
    to: sorted.slice(0, TOLD),
    more: Math.max(0, sorted.length - TOLD),
  }
}

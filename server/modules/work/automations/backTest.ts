/**
 * Evaluates a draft against the procedure logs or events of the last thirty days, with the same
 * matcher as a run. Writes nothing.
 */
import { eq, gte } from 'drizzle-orm'
import type { z } from 'zod'
import {
  backTestDays,
  type BackTestAnswer,
  type automations as contract,
} from '#contract/automation/automation.ts'
import { isWatched, type WatchedEvent } from '#contract/automation/events.ts'
import type { AutomationAction } from '#contract/automation/actions.ts'
import { backTest } from '#contract/automation/match.ts'
import { firings } from '#contract/automation/waiting.ts'
import * as tables from '#db/schema/index.ts'
import { nameCollator } from '#kernel/data/nameOrder.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { namesOf } from '../../foundation/references/index.ts'
import { serverActionOf } from './actions.ts'
import { occasionsOf, spansOf } from './events.ts'
import { procedureLogsOf, type Occasion } from './facts.ts'
import { referencesOfVerdict } from './filters.ts'
import { namesIn } from './runs.ts'

type Question = z.output<typeof contract.backTestAutomation.body>
type Expected = BackTestAnswer['effects'][number]

const MAX_LOGS = 5_000
const MAX_NAMES = 12
const DAY = 86_400_000

export async function backTestOf(
  scope: Scope,
  { procedureId, event, filters, actions, matched, limit, offset }: Question,
): Promise<BackTestAnswer> {
  const since = new Date(scope.clock.now().getTime() - backTestDays * DAY)
  const happened = isWatched(event)
    ? await happenedSince(scope, event, since)
    : await doneSince(scope, procedureId, since)
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
    rows: rows.map(({ log, subject, at, thingName, performer, verdicts, matched: isHit }) => ({
      procedureLogId: log?.id ?? null,
      subject,
      doneAt: at.toISOString(),
      thing: thingName,
      performer: performer?.name ?? '',
      score: log?.score ?? null,
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

async function doneSince(
  scope: Scope,
  procedureId: Question['procedureId'],
  since: Date,
): Promise<Occasion[]> {
  const { db, from } = scope
  if (procedureId === null) throw refuseNotFound('procedure', 'body.procedureId')
  const found = await db
    .select({ id: tables.procedure.id })
    .from(tables.procedure)
    .where(from.procedures(eq(tables.procedure.id, procedureId)))
  if (found.length === 0) throw refuseNotFound('procedure', 'body.procedureId')
  return procedureLogsOf(
    scope,
    from.procedureLogs(
      eq(tables.procedureLog.procedureId, procedureId),
      gte(tables.procedureLog.doneAt, since),
    ),
    MAX_LOGS,
  )
}

/** Newest first, as the rule would have acted. */
async function happenedSince(scope: Scope, event: WatchedEvent, from: Date): Promise<Occasion[]> {
  const now = scope.clock.now()
  const acted = firings(await spansOf(scope, event, { from, now }), {
    from: from.getTime(),
    to: now.getTime(),
  })
    .toSorted((one, other) => other.dueAt - one.dueAt || other.subjectId - one.subjectId)
    .slice(0, MAX_LOGS)
  const occasions = await occasionsOf(
    scope,
    event,
    acted.map(({ subjectId, dueAt }) => ({ subjectId, at: new Date(dueAt) })),
  )
  return occasions.flatMap((occasion) => occasion ?? [])
}

async function effectsOf(
  scope: Scope,
  actions: readonly AutomationAction[],
  hits: readonly Occasion[],
): Promise<Expected[]> {
  const effects: Expected[] = []
  for (const action of actions) {
    const names = (await serverActionOf(action)?.backTest(hits, action, scope)) ?? []
    effects.push({ kind: action.kind, ...tally(names, nameCollator(scope)) })
  }
  return effects
}

function tally(
  each: readonly (readonly string[])[],
  collator: Intl.Collator,
): Omit<Expected, 'kind'> {
  const counts = new Map<string, number>()
  for (const name of each.flat().filter((word) => word !== ''))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  const sorted = [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || collator.compare(a.name, b.name))
  return {
    count: each.filter((names) => names.length > 0).length,
    to: sorted.slice(0, MAX_NAMES),
    more: Math.max(0, sorted.length - MAX_NAMES),
  }
}

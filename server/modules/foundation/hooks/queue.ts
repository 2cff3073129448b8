/** Queues hook calls in the transaction of their cause, to be sent after it commits. */
import { randomUUID } from 'node:crypto'
import type { Id } from '#contract/ids.ts'
import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'

export interface PayloadFacts {
  automation: { id: number; name: string | null } | null
  procedure: { id: number; name: string } | null
  /** The kind of another event, when it happened, and what it is about. */
  event?: string
  at?: Date
  subject?: { kind: string; id: number; name: string } | null
  log: {
    id: number
    doneAt: Date
    score: number | null
    answers: readonly GivenAnswer[]
    questions: readonly SurveyQuestion[]
  } | null
  performer: { id: number; name: string } | null
  equipment: { id: number; name: string; equipmentId: string | null } | null
  location: { id: number; name: string } | null
}

/** The payload. Includes ids and names, so that the receiver need not query them. */
export function payloadOf(
  { automation, procedure, log, performer, equipment, location, ...other }: PayloadFacts,
  isTest: boolean,
): string {
  return JSON.stringify({
    event: log === null ? other.event : 'procedure.performed',
    ...(log === null && { at: other.at?.toISOString(), subject: other.subject }),
    isTest,
    automation,
    procedure,
    performer,
    equipment,
    location,
    log: log && {
      id: log.id,
      doneAt: log.doneAt.toISOString(),
      score: log.score,
      answers: log.answers.map((answer) => ({
        ...answer,
        question: log.questions.find(({ id }) => id === answer.questionId)?.title ?? null,
      })),
    },
  })
}

export type NewDelivery = Pick<
  typeof tables.hookDelivery.$inferInsert,
  'hookId' | 'payload' | 'isTest'
> & {
  runId?: Id<'automationRun'>
  automationId?: Id<'automation'>
  automationName?: string | null
  procedureLogId: Id<'procedureLog'> | null
}

export async function queueDelivery(scope: Scope, facts: NewDelivery): Promise<Id<'hookDelivery'>> {
  const [id] = await queueDeliveries(scope, [facts])
  return id ?? neverKept()
}

/** Inserts several deliveries in one statement. Returns their ids in order. */
export async function queueDeliveries(
  { db, actor, clock, changed }: Scope,
  calls: readonly NewDelivery[],
): Promise<Id<'hookDelivery'>[]> {
  if (calls.length === 0) return []
  const now = clock.now()
  const rows = calls.map((facts) => ({
    ...facts,
    companyId: actor.companyId,
    key: randomUUID(),
    state: 'waiting' as const,
    nextAttemptAt: now,
    createdAt: now,
  }))
  const made = await db
    .insert(tables.hookDelivery)
    .values(rows)
    .returning({ id: tables.hookDelivery.id, key: tables.hookDelivery.key })
  const idOf = new Map(made.map(({ id, key }) => [key, id]))
  changed('HookDelivery')
  return rows.map(({ key }) => idOf.get(key) ?? neverKept())
}

function neverKept(): never {
  throw new Error('The call was not kept')
}

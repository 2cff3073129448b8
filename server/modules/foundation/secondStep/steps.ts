/** Pending steps: must be finished in the same browser, within ten minutes and five tries. */
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Db } from '#kernel/data/transaction.ts'

export type Step = typeof tables.signInStep.$inferSelect
type StepPurpose = Step['purpose']

const LIFE_MILLISECONDS = 10 * 60_000
const TRIES = 5

interface NewStep {
  purpose: StepPurpose
  personId: number | null
  sessionId?: string | null
  browserHash: string | null
  payload: Record<string, unknown>
}

export async function beginStep(db: Db, now: Date, facts: NewStep): Promise<string> {
  await db.delete(tables.signInStep).where(lt(tables.signInStep.expiresAt, now))
  const expiresAt = new Date(now.getTime() + LIFE_MILLISECONDS)
  const [made] = await db
    .insert(tables.signInStep)
    .values({ ...facts, createdAt: now, expiresAt })
    .returning({ id: tables.signInStep.id })
  if (!made) throw new Error('The step was not kept')
  return made.id
}

/** `sessionId`: the session to which the step belongs, if any. */
interface Finder {
  id: string
  purpose: StepPurpose
  browserHash: string | null
  sessionId?: string | null
}

/**
 * Finds the step and consumes a try. Returns undefined if it is missing, expired, exhausted or
 * another session's.
 */
export async function consumeStep(db: Db, now: Date, wanted: Finder): Promise<Step | undefined> {
  const [step] = await db
    .select()
    .from(tables.signInStep)
    .where(and(eq(tables.signInStep.id, wanted.id), eq(tables.signInStep.purpose, wanted.purpose)))
    .for('update')
  if (!step || step.usedAt !== null || step.expiresAt <= now || step.tries >= TRIES)
    return undefined
  const isElsewhere = step.browserHash !== null && step.browserHash !== wanted.browserHash
  if (isElsewhere || step.sessionId !== (wanted.sessionId ?? null)) return undefined
  await db
    .update(tables.signInStep)
    .set({ tries: sql`${tables.signInStep.tries} + 1` })
    .where(eq(tables.signInStep.id, step.id))
  return step
}

export async function markStepUsed(db: Db, now: Date, id: string): Promise<boolean> {
  const spent = await db
    .update(tables.signInStep)
    .set({ usedAt: now })
    .where(and(eq(tables.signInStep.id, id), isNull(tables.signInStep.usedAt)))
    .returning({ id: tables.signInStep.id })
  return spent.length > 0
}

/**
 * Idempotency keys (decision 51). A write that is sent again gets its first answer. Key and answer
 * are stored in the write's own transaction: a failed write releases its key, and a concurrent
 * duplicate waits for the first.
 */
import { createHash } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import { idempotencyHeader } from '#contract/endpoint.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Actor } from '#kernel/access/actor.ts'
import { badInput, conflict } from './errors.ts'
import type { Db } from '#kernel/data/transaction.ts'

interface Call {
  method: string
  path: string
  body: unknown
  /** The Idempotency-Key header. If undefined, the call may be repeated. */
  key: string | string[] | undefined
}

interface KeyedCall {
  /** The earlier answer, or null for the first call under this key. */
  before: { answer: unknown } | null
  /** Stores the first answer. Call before the commit. */
  keep(answer: unknown): Promise<void>
}

/**
 * Reserves the call's key. Returns null without one. Throws 400 if it is not a UUID, 409 if another
 * call used it.
 */
export async function keyedCall(
  db: Db,
  { companyId, userId }: Actor,
  call: Call,
  now: Date,
): Promise<KeyedCall | null> {
  if (call.key === undefined || userId === null) return null
  const { data: key } = z.uuid().safeParse(call.key)
  if (key === undefined)
    throw badInput(`headers.${idempotencyHeader}`, 'invalid_format', 'The key is a UUID.')
  const digest = digestOf(call)
  const isIts = ofCompany(
    tables.answeredCall,
    companyId,
    eq(tables.answeredCall.userId, userId),
    eq(tables.answeredCall.key, key),
  )
  const [taken] = await db
    .insert(tables.answeredCall)
    .values({ companyId, userId, key, digest, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: tables.answeredCall.id })
  const keep = async (answer: unknown) => {
    await db.update(tables.answeredCall).set({ answer }).where(isIts)
  }
  if (taken !== undefined) return { before: null, keep }
  const [found] = await db
    .select({ digest: tables.answeredCall.digest, answer: tables.answeredCall.answer })
    .from(tables.answeredCall)
    .where(isIts)
  if (found?.digest !== digest)
    throw conflict('This key belongs to another call.', [
      { path: `headers.${idempotencyHeader}`, code: 'alreadyThere', message: 'unique' },
    ])
  return { before: { answer: found.answer }, keep }
}

const digestOf = ({ method, path, body }: Call): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, body]))
    .digest('hex')

export async function forgetAnswers(db: Db, before: Date): Promise<void> {
  await db.delete(tables.answeredCall).where(lt(tables.answeredCall.createdAt, before))
}

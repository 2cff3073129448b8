/**
 * A write that is sent again, because its answer was lost on the way, is answered as it was and not
 * done again (decision 51). The key is taken and the answer kept in the write's own transaction: a
 * write that fails takes its key back with it, and a twin that comes meanwhile waits for the end.
 */
import { createHash } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import { idempotencyHeader } from '#contract/endpoint'
import { answeredCall } from '../db/schema/index.ts'
import type { Actor } from './actor.ts'
import { badInput, conflict } from './errors.ts'
import type { Db } from './transaction.ts'

interface Call {
  method: string
  /** With its query. */
  path: string
  /** As it was parsed. */
  body: unknown
  /** The header; undefined: the call may be done as often as it comes. */
  key: string | string[] | undefined
}

interface KeyedCall {
  /** What it was answered before; null: it is the first under its key. */
  before: { answer: unknown } | null
  /** Keeps what the first is answered. To be called before the commit. */
  keep(answer: unknown): Promise<void>
}

/** Takes the call's key; null where it has none. 400 for no UUID, 409 for the key of another call. */
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
  const isIts = and(
    eq(answeredCall.companyId, companyId),
    eq(answeredCall.userId, userId),
    eq(answeredCall.key, key),
  )
  const [taken] = await db
    .insert(answeredCall)
    .values({ companyId, userId, key, digest, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: answeredCall.id })
  const keep = async (answer: unknown) => {
    await db.update(answeredCall).set({ answer }).where(isIts)
  }
  if (taken !== undefined) return { before: null, keep }
  const [found] = await db
    .select({ digest: answeredCall.digest, answer: answeredCall.answer })
    .from(answeredCall)
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
  await db.delete(answeredCall).where(lt(answeredCall.createdAt, before))
}

/** Ten single-use codes for a person who lost the second step. Only keyed hashes are stored. */
import { createHmac, randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Db } from '#kernel/data/transaction.ts'

const CODES = 10
/**
 * Without characters that look alike on paper. 10 of 31 are 49 bits, far beyond what the limited
 * tries can guess.
 */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF = 5

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
const plain = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '')
const hashOf = (kernel: Kernel, personId: number, code: string) =>
  createHmac('sha256', kernel.secret)
    .update(`recovery:${personId}:${plain(code)}`)
    .digest('hex')

export async function makeRecoveryCodes(
  kernel: Kernel,
  db: Db,
  personId: number,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => `${half()}-${half()}`)
  await db.delete(tables.recoveryCode).where(eq(tables.recoveryCode.personId, personId))
  await db
    .insert(tables.recoveryCode)
    .values(codes.map((code) => ({ personId, codeHash: hashOf(kernel, personId, code) })))
  return codes
}

/** Uses a code. Returns the number left, or null for a wrong or used code. */
export async function consumeRecoveryCode(
  kernel: Kernel,
  db: Db,
  personId: number,
  code: string,
): Promise<number | null> {
  const own = and(eq(tables.recoveryCode.personId, personId), isNull(tables.recoveryCode.usedAt))
  const used = await db
    .update(tables.recoveryCode)
    .set({ usedAt: kernel.clock.now() })
    .where(and(own, eq(tables.recoveryCode.codeHash, hashOf(kernel, personId, code))))
    .returning({ id: tables.recoveryCode.id })
  return used.length === 0 ? null : db.$count(tables.recoveryCode, own)
}

export const countUnusedCodes = (db: Db, personId: number): Promise<number> =>
  db.$count(
    tables.recoveryCode,
    and(eq(tables.recoveryCode.personId, personId), isNull(tables.recoveryCode.usedAt)),
  )

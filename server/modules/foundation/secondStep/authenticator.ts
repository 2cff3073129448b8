/** Authenticator app (TOTP, RFC 6238): six digits derived from a shared secret and the time. */
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import * as tables from '#db/schema/index.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Db } from '#kernel/data/transaction.ts'

const PURPOSE = 'authenticator'
const PERIOD_SECONDS = 30
const SECRET_BYTES = 20 // as long as the hash (RFC 4226)
/** Accepted steps on either side: phone clocks differ, and typing takes time. */
const WINDOW = 1

const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: 'Plantroom',
    label,
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: PERIOD_SECONDS,
    algorithm: 'SHA1',
  })

/** Replaces an unconfirmed secret. Throws 409 if an app is in use: remove it first. */
export async function newSecret(
  kernel: Kernel,
  db: Db,
  { id, email }: { id: number; email: string },
) {
  const [known] = await db
    .select({ confirmedAt: tables.authenticator.confirmedAt })
    .from(tables.authenticator)
    .where(eq(tables.authenticator.personId, id))
    .for('update')
  if (known && known.confirmedAt !== null) {
    throw conflict('There is an authenticator app already.', [
      { path: '', code: 'alreadySetUp', message: 'authenticator' },
    ])
  }
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const row = {
    secret: kernel.seal.seal(PURPOSE, secret),
    lastStep: 0,
    createdAt: kernel.clock.now(),
  }
  await db
    .insert(tables.authenticator)
    .values({ personId: id, ...row })
    .onConflictDoUpdate({ target: tables.authenticator.personId, set: row })
  return { secret, address: totpOf(secret, email).toString() }
}

/** Verifies a code of the app. Each works once, and none older than the last is accepted. */
export async function consumeTotp(
  kernel: Kernel,
  db: Db,
  personId: number,
  code: string,
): Promise<boolean> {
  const [row] = await db
    .select()
    .from(tables.authenticator)
    .where(
      and(eq(tables.authenticator.personId, personId), isNotNull(tables.authenticator.confirmedAt)),
    )
    .for('update')
  return row !== undefined && takeCode(kernel, db, row, code)
}

export async function confirmSecret(
  kernel: Kernel,
  db: Db,
  personId: number,
  code: string,
): Promise<boolean> {
  const [row] = await db
    .select()
    .from(tables.authenticator)
    .where(eq(tables.authenticator.personId, personId))
    .for('update')
  if (!row || row.confirmedAt !== null || !(await takeCode(kernel, db, row, code))) return false
  await db
    .update(tables.authenticator)
    .set({ confirmedAt: kernel.clock.now() })
    .where(eq(tables.authenticator.personId, personId))
  return true
}

async function takeCode(
  kernel: Kernel,
  db: Db,
  row: typeof tables.authenticator.$inferSelect,
  code: string,
): Promise<boolean> {
  const timestamp = kernel.clock.now().getTime()
  const totp = totpOf(kernel.seal.open(PURPOSE, row.secret))
  const delta = totp.validate({ token: code.replace(/\s/g, ''), timestamp, window: WINDOW })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
  const taken = await db
    .update(tables.authenticator)
    .set({ lastStep: step })
    .where(
      and(eq(tables.authenticator.personId, row.personId), lt(tables.authenticator.lastStep, step)),
    )
    .returning({ personId: tables.authenticator.personId })
  return taken.length > 0
}

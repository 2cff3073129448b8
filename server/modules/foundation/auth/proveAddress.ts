import { eq } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { recordForPerson } from '#kernel/access/securityLog.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { acceptOnOwnAccount, releaseAddress } from './consent.ts'
import { normalEmail } from './members.ts'
import { removeCredentials, personBy } from './proof.ts'

/**
 * Called when a mailed link proves the address of a company-only account. Removes every credential
 * prepared on it and accepts the membership. Returns undefined if another person proved the address
 * before.
 */
export async function proveInvited(
  kernel: Kernel,
  db: Db,
  { id: personId, email }: Pick<typeof tables.person.$inferSelect, 'id' | 'email'>,
  now: Date,
): Promise<number | undefined> {
  const owner = await personBy(db, email)
  if (owner !== undefined) return undefined
  await removeCredentials(db, personId, now, { keepsPhone: true })
  const [own] = await db
    .select({ companyId: tables.user.companyId, userId: tables.user.id })
    .from(tables.user)
    .where(eq(tables.user.personId, personId))
  await markProved(kernel, db, personId, email, now)
  if (own) await acceptOnOwnAccount(db, own, now)
  return personId
}

/** Marks the address as proved. No company-only account can sign in with it any more. */
export async function markProved(
  kernel: Kernel,
  db: Db,
  personId: number,
  email: string,
  now: Date,
): Promise<void> {
  await db
    .update(tables.person)
    .set({ email: normalEmail(email), emailProvenAt: now, homeCompanyId: null })
    .where(eq(tables.person.id, personId))
  await releaseAddress(db, email, personId, now)
  await recordForPerson(kernel, db, personId, { kind: 'contactProven', detail: { what: 'email' } })
}

/** What proving an address changes. All of it in the system's own view. */
import { eq } from 'drizzle-orm'
import { person, user } from '#db/schema/index.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { recordForPerson } from '#kernel/access/securityLog.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { acceptOnOwnAccount, releaseAddress } from './consent.ts'
import { normalEmail } from './members.ts'
import { disarm, personBy } from './proof.ts'

/**
 * Following the mailed link proved the address of an account that one company had made. Whatever was
 * prepared on it is removed, and the membership is accepted. Undefined if somebody else proved the
 * address before.
 */
export async function proveInvited(
  kernel: Kernel,
  db: Db,
  { id: personId, email }: Pick<typeof person.$inferSelect, 'id' | 'email'>,
  now: Date,
): Promise<number | undefined> {
  const owner = await personBy(db, email)
  if (owner !== undefined) return undefined
  // The phone that this company wrote down stays; it gets no codes before its owner proved it.
  await disarm(db, personId, now, { keepsPhone: true })
  const [own] = await db
    .select({ companyId: user.companyId, userId: user.id })
    .from(user)
    .where(eq(user.personId, personId))
  await markProved(kernel, db, personId, email, now)
  if (own) await acceptOnOwnAccount(db, own, now)
  return personId
}

/** The address is the person's own from now on, and no account of a single company signs in by it. */
export async function markProved(
  kernel: Kernel,
  db: Db,
  personId: number,
  email: string,
  now: Date,
): Promise<void> {
  await db
    .update(person)
    .set({ email: normalEmail(email), emailProvenAt: now, homeCompanyId: null })
    .where(eq(person.id, personId))
  await releaseAddress(db, email, personId, now)
  await recordForPerson(kernel, db, personId, { kind: 'contactProven', detail: { what: 'email' } })
}

/** Password checks beyond the form's rules: common passwords, and the user's own words. */
import { eq } from 'drizzle-orm'
import { madeOfOwnWords, oneForm } from '#contract/rules/password.ts'
import { company, person, user } from '#db/schema/index.ts'
import { Refusal } from '#kernel/http/errors.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { isCommon } from './commonPasswords.ts'

export interface Chooser {
  email: string
  names: readonly string[]
  companies: readonly string[]
}

const refused = (code: 'tooCommon' | 'ownWords' | 'samePassword', message: string) =>
  new Refusal(400, message, [{ path: 'body.password', code, message }])

/** Call only after the current password was given and verified. Otherwise it would be an oracle. */
export function refuseSamePassword(password: string, present: string): void {
  if (oneForm(password) === oneForm(present))
    throw refused('samePassword', 'This is the present password.')
}

/** Call outside a transaction: the list may still be loading. */
export async function refuseWeakChoice(
  password: string,
  { email, names, companies }: Chooser,
): Promise<void> {
  if (madeOfOwnWords(password, [email, ...names, ...companies])) {
    throw refused('ownWords', 'This password is hardly more than your name, address or company.')
  }
  if (await isCommon(password)) throw refused('tooCommon', 'Too many people use this password.')
}

/** Runs in the system scope. `wanted`: an address that the person is about to get. */
export async function chooserOf(
  db: Db,
  personId: number,
  wanted: string | null = null,
): Promise<Chooser> {
  const rows = await db
    .select({
      email: person.email,
      firstName: user.firstName,
      lastName: user.lastName,
      company: company.name,
    })
    .from(person)
    .leftJoin(user, eq(user.personId, person.id))
    .leftJoin(company, eq(company.id, user.companyId))
    .where(eq(person.id, personId))
  const present = (texts: (string | null)[]) => texts.filter((text) => text !== null)
  return {
    email: wanted ?? rows[0]?.email ?? '',
    names: present(rows.flatMap(({ firstName, lastName }) => [firstName, lastName])),
    companies: present(rows.map((row) => row.company)),
  }
}

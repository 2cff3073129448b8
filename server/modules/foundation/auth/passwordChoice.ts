import { eq } from 'drizzle-orm'
import { madeOfOwnWords, oneForm } from '#contract/rules/password.ts'
import * as tables from '#db/schema/index.ts'
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
export async function loadChooser(
  db: Db,
  personId: number,
  wanted: string | null = null,
): Promise<Chooser> {
  const rows = await db
    .select({
      email: tables.person.email,
      firstName: tables.user.firstName,
      lastName: tables.user.lastName,
      company: tables.company.name,
    })
    .from(tables.person)
    .leftJoin(tables.user, eq(tables.user.personId, tables.person.id))
    .leftJoin(tables.company, eq(tables.company.id, tables.user.companyId))
    .where(eq(tables.person.id, personId))
  const present = (texts: (string | null)[]) => texts.filter((text) => text !== null)
  return {
    email: wanted ?? rows[0]?.email ?? '',
    names: present(rows.flatMap(({ firstName, lastName }) => [firstName, lastName])),
    companies: present(rows.map((row) => row.company)),
  }
}

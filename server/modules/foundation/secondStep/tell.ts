import { and, asc, eq, isNotNull } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { writeMessage } from '../messages/index.ts'
import { changeMessage, type SignInChange } from './texts.ts'

export async function notifyChange(
  db: Db,
  now: Date,
  personId: number,
  change: SignInChange,
): Promise<void> {
  const [found] = await db
    .select({ email: tables.person.email, language: tables.user.language })
    .from(tables.person)
    .innerJoin(tables.user, eq(tables.user.personId, tables.person.id))
    .where(and(eq(tables.person.id, personId), isNotNull(tables.person.emailProvenAt)))
    .orderBy(asc(tables.user.companyId))
    .limit(1)
  if (!found) return
  await writeMessage(db, now, {
    channel: 'email',
    to: found.email,
    language: found.language,
    ...changeMessage(found.language, change),
  })
}

import { eq } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import type { Actor } from '#kernel/access/actor.ts'
import { notSignedIn } from '#kernel/http/errors.ts'
import type { Db } from '#kernel/data/transaction.ts'

export async function ownPerson(db: Db, { sessionId }: Pick<Actor, 'sessionId'>) {
  const [found] =
    sessionId === null
      ? []
      : await db
          .select({
            person: tables.person,
            language: tables.user.language,
            sessionId: tables.session.id,
          })
          .from(tables.session)
          .innerJoin(tables.person, eq(tables.person.id, tables.session.personId))
          .innerJoin(tables.user, eq(tables.user.id, tables.session.userId))
          .where(eq(tables.session.id, sessionId))
  if (!found) throw notSignedIn('ended')
  return { ...found.person, language: found.language, sessionId: found.sessionId }
}
export type OwnPerson = Awaited<ReturnType<typeof ownPerson>>

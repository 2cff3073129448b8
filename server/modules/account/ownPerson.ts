/** The person behind a session, above companies. Runs in the system scope. */
import { eq } from 'drizzle-orm'
import { person, session, user } from '#db/schema/index.ts'
import type { Actor } from '#kernel/access/actor.ts'
import { notSignedIn } from '#kernel/http/errors.ts'
import type { Db } from '#kernel/data/transaction.ts'

export async function ownPerson(db: Db, { sessionId }: Pick<Actor, 'sessionId'>) {
  const [found] =
    sessionId === null
      ? []
      : await db
          .select({ person, language: user.language, sessionId: session.id })
          .from(session)
          .innerJoin(person, eq(person.id, session.personId))
          .innerJoin(user, eq(user.id, session.userId))
          .where(eq(session.id, sessionId))
  if (!found) throw notSignedIn('ended')
  return { ...found.person, language: found.language, sessionId: found.sessionId }
}
export type OwnPerson = Awaited<ReturnType<typeof ownPerson>>

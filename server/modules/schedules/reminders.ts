/** Sends reminders to assignees by mail, in their language. */
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Language } from '#contract/languages.ts'
import { person, procedure, user, userRole, type rrule } from '#db/schema/index.ts'
import { isMember } from '#kernel/access/members.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { writeMessage } from '../messages/index.ts'

const words: Record<
  Language,
  { subject(name: string): string; text(name: string, count: number): string }
> = {
  en: {
    subject: (name) => `Reminder: ${name}`,
    text: (name, count) => `“${name}” is to be done. Places or things that wait: ${count}.`,
  },
  he: {
    subject: (name) => `תזכורת: ${name}`,
    text: (name, count) => `יש לבצע את "${name}". ממתינים לביצוע: ${count}.`,
  },
  ar: {
    subject: (name) => `تذكير: ${name}`,
    text: (name, count) => `يجب تنفيذ «${name}». العناصر المنتظرة: ${count}.`,
  },
  ru: {
    subject: (name) => `Напоминание: ${name}`,
    text: (name, count) => `Нужно выполнить «${name}». Ожидают: ${count}.`,
  },
  cs: {
    subject: (name) => `Připomínka: ${name}`,
    text: (name, count) => `Je třeba provést „${name}“. Čeká: ${count}.`,
  },
  sk: {
    subject: (name) => `Pripomienka: ${name}`,
    text: (name, count) => `Treba vykonať „${name}“. Čaká: ${count}.`,
  },
}

/**
 * Only named assignees who may see the procedure. A schedule without assignees sends no reminders.
 */
export async function remindOf(
  scope: Scope,
  rule: Pick<typeof rrule.$inferSelect, 'userIds' | 'roleIds' | 'procedureId'>,
  name: string,
  count: number,
): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const named = [
    ...(rule.userIds.length > 0 ? [inArray(user.id, rule.userIds)] : []),
    ...(rule.roleIds.length > 0
      ? [
          sql`exists (select from ${userRole}
            where ${userRole.companyId} = ${user.companyId} and ${userRole.userId} = ${user.id}
            and ${inArray(userRole.roleId, rule.roleIds)})`,
        ]
      : []),
  ]
  if (named.length === 0) return
  const seesType = sql`(select ${procedure.typeId} from ${procedure}
    where ${procedure.companyId} = ${companyId}
    and ${procedure.id} = ${rule.procedureId}) = any(${user.procedureTypeIds})`
  const people = await db
    .select({ email: person.email, language: user.language })
    .from(user)
    .innerJoin(person, eq(person.id, user.personId))
    .where(
      and(
        eq(user.companyId, companyId),
        isMember,
        or(...named),
        or(eq(user.allProcedures, true), seesType),
      ),
    )
  await aboveCompanies(db, async (system) => {
    for (const { email, language } of people) {
      await writeMessage(system, clock.now(), {
        channel: 'email',
        to: email,
        subject: words[language].subject(name),
        text: words[language].text(name, count),
      })
    }
  })
}

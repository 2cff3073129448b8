import { eq, inArray, or, sql } from 'drizzle-orm'
import type { Language } from '#contract/languages.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { isMember } from '#kernel/access/members.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { writeMessage } from '../../foundation/messages/index.ts'

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
 * Reminds only named assignees who may see the procedure. A schedule without assignees sends no
 * reminders.
 */
export async function remindOf(
  scope: Scope,
  rule: Pick<typeof tables.rrule.$inferSelect, 'userIds' | 'roleIds' | 'procedureId'>,
  name: string,
  count: number,
): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const named = [
    ...(rule.userIds.length > 0 ? [inArray(tables.user.id, rule.userIds)] : []),
    ...(rule.roleIds.length > 0
      ? [
          sql`exists (select from ${tables.userRole}
            where ${tables.userRole.companyId} = ${tables.user.companyId} and ${tables.userRole.userId} = ${tables.user.id}
            and ${inArray(tables.userRole.roleId, rule.roleIds)})`,
        ]
      : []),
  ]
  if (named.length === 0) return
  const seesType = sql`(select ${tables.procedure.typeId} from ${tables.procedure}
    where ${tables.procedure.companyId} = ${companyId}
    and ${tables.procedure.id} = ${rule.procedureId}) = any(${tables.user.procedureTypeIds})`
  const people = await db
    .select({ email: tables.person.email, language: tables.user.language })
    .from(tables.user)
    .innerJoin(tables.person, eq(tables.person.id, tables.user.personId))
    .where(
      ofCompany(
        tables.user,
        companyId,
        isMember,
        or(...named),
        or(eq(tables.user.allProcedures, true), seesType),
      ),
    )
  await aboveCompanies(db, async (system) => {
    for (const { email, language } of people) {
      await writeMessage(system, clock.now(), {
        channel: 'email',
        to: email,
        language,
        subject: words[language].subject(name),
        text: words[language].text(name, count),
      })
    }
  })
}

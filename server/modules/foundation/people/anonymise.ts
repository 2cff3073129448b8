/**
 * Removes personal data for good: name, address, phone, credentials, and the name in the journal
 * and other records. The work stays under "former member". Signed records keep the name, as the law
 * requires.
 */
import { and, eq, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { aboveCompanies, type Db } from '#kernel/data/transaction.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { detail } from './membership.ts'
import { refuseOverMore } from './refuseBeyond.ts'
import { nameOf, selectUser } from './rows.ts'
import { isOnlyOneCalled, renameInSteps, renameRemaining, type Renaming } from './writtenNames.ts'

const FORMER: Record<Language, string> = {
  en: 'Former member',
  he: 'חבר לשעבר',
  ar: 'عضو سابق',
  ru: 'Бывший участник',
  cs: 'Bývalý člen',
  sk: 'Bývalý člen',
}

type Hindrance = 'self' | 'active' | 'anonymised'

export async function countPersonalData(scope: Scope, id: Id<'user'>) {
  const { user: row } = await selectUser(scope, id)
  const { companyId } = scope.actor
  const { rows } = await scope.db.execute<Record<string, string>>(sql`select
    (select count(*) from journal_entry where company_id = ${companyId}
      and ((by_kind = 'user' and by_id = ${id}) or (entity = 'user' and entity_id = ${id}))) as journal,
    (select count(*) from procedure_log where company_id = ${companyId} and done_by = ${id}) as performances,
    (select count(*) from ticket where company_id = ${companyId}
      and (opener_id = ${id} or assignee_id = ${id})) as tickets,
    (select count(*) from ticket_comment where company_id = ${companyId} and author_id = ${id}) as comments,
    (select count(*) from file where company_id = ${companyId} and uploaded_by = ${id}) as files,
    (select count(*) from signed_log s where s.company_id = ${companyId} and exists (
      select from procedure_log l where l.company_id = s.company_id and l.id = s.procedure_log_id
      and l.done_by = ${id})) as signed`)
  const found = rows[0] ?? {}
  const count = (name: string) => Number(found[name] ?? 0)
  return {
    journal: count('journal'),
    performances: count('performances'),
    tickets: count('tickets'),
    comments: count('comments'),
    files: count('files'),
    signed: count('signed'),
    hindrance: hindranceOf(scope, row),
  }
}

function hindranceOf(
  { actor }: Scope,
  row: { id: Id<'user'>; isActive: boolean; anonymisedAt: Date | null },
): Hindrance | null {
  if (row.id === actor.userId) return 'self'
  if (row.anonymisedAt !== null) return 'anonymised'
  return row.isActive ? 'active' : null
}

export async function anonymise(scope: Scope, id: Id<'user'>, version: number) {
  const { actor, clock } = scope
  const name = `${FORMER[actor.language]} ${id}`
  const who = await scope.transaction(async (inside): Promise<Renaming> => {
    const formerly = nameOf(await mayBeAnonymised(inside, id, version))
    return { id, formerly, name, isOnlyOne: await isOnlyOneCalled(inside, id, formerly) }
  })
  // First, in steps. If interrupted, the caller can run anonymisation again for what is left.
  const reached = await renameInSteps(scope, who)
  return scope.transaction(async (inside) => {
    const { db } = inside
    const before = await mayBeAnonymised(inside, id, version)
    const personId = await aboveCompanies(db, (system) =>
      leavePerson(system, { companyId: actor.companyId, userId: id, now: clock.now() }),
    )
    await writeVersioned(inside, tables.user, {
      id,
      version,
      set: {
        personId,
        firstName: FORMER[actor.language],
        lastName: String(id),
        availableUntil: null,
        hasMailAlerts: false,
        quietFrom: null,
        quietTo: null,
        orgEntityId: null,
        lastSignInAt: null,
        acceptedAt: null,
        anonymisedAt: clock.now(),
      },
    })
    await aboveCompanies(db, (system) => forgetPerson(system, before.user.personId, before.email))
    for (const table of [
      tables.userRole,
      tables.equipmentFollower,
      tables.reservation,
      tables.alertRecipient,
      tables.pushDevice,
    ])
      await db.delete(table).where(ofCompany(table, actor.companyId, eq(table.userId, id)))
    await renameRemaining(inside, who, reached)
    // Records only that it happened: before and after would identify the person.
    await inside.journal({
      entity: 'user',
      id,
      name,
      before: { isAnonymised: false },
      after: { isAnonymised: true },
    })
    return detail(inside, id)
  })
}

async function mayBeAnonymised(scope: Scope, id: Id<'user'>, version: number) {
  const before = await selectUser(scope, id)
  const hindrance = hindranceOf(scope, before.user)
  if (hindrance !== null)
    throw conflict('Only somebody who was deactivated can be made nameless, and only once.', [
      { path: '', code: hindrance === 'self' ? 'self' : 'wrongStatus', message: hindrance },
    ])
  await refuseOverMore(scope, id)
  await refuseStale(version, before.user, () => detail(scope, id))
  return before
}

/** A membership needs a person, so it moves to a new, empty one. */
async function leavePerson(
  system: Db,
  { companyId, userId, now }: { companyId: Id<'company'>; userId: Id<'user'>; now: Date },
): Promise<number> {
  await system
    .delete(tables.session)
    .where(ofCompany(tables.session, companyId, eq(tables.session.userId, userId)))
  await system
    .delete(tables.calendarFeed)
    .where(ofCompany(tables.calendarFeed, companyId, eq(tables.calendarFeed.userId, userId)))
  const [nobody] = await system
    .insert(tables.person)
    .values({
      email: `former-${companyId}-${userId}@removed.invalid`,
      homeCompanyId: companyId,
      createdAt: now,
    })
    .returning({ id: tables.person.id })
  if (!nobody) throw new Error('The membership was left without a person')
  return nobody.id
}

/** Removes a person without companies, with their passkeys, codes, known browsers and messages. */
async function forgetPerson(system: Db, personId: number, email: string): Promise<void> {
  const gone = await system
    .delete(tables.person)
    .where(
      and(
        eq(tables.person.id, personId),
        sql`not exists (select from ${tables.user} where ${tables.user.personId} = ${tables.person.id})`,
      ),
    )
    .returning({ id: tables.person.id })
  if (gone.length > 0) await system.delete(tables.message).where(eq(tables.message.to, email))
}

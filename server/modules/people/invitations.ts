/** How a membership begins: a person is found or made, and a message leads them in. */
import { and, eq, sql } from 'drizzle-orm'
import { company, person, user } from '../../db/schema/index.ts'
import { conflict } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { recordSecurity } from '../../kernel/securityLog.ts'
import { aboveCompanies } from '../../kernel/transaction.ts'
import { invite, normalEmail } from '../auth/index.ts'
import { one, readable, type Selected } from './rows.ts'
import {
  checkOrgEntity,
  checkTypes,
  detail,
  nameOf,
  setRoles,
  untilOf,
  type Draft,
} from './membership.ts'
import { permissionsOfRoles, refuseBeyond } from './refuseBeyond.ts'

/**
 * A new membership, of a new person or of one known from another company. The message leaves with
 * the transaction.
 */
export async function inviteUser(
  kernel: Kernel,
  scope: Scope,
  { email, phone, roleIds, availability, ...draft }: Draft,
) {
  const { db, actor, clock } = scope
  const now = clock.now() // one moment for both: whose person this is can be told by it
  await checkTypes(scope, draft)
  await checkOrgEntity(scope, draft.orgEntityId)
  await refuseBeyond(scope, null, {
    ...draft,
    permissions: await permissionsOfRoles(scope, roleIds),
  })
  const human = await aboveCompanies(db, async (system) => {
    const [known] = await system
      .select()
      .from(person)
      .where(eq(sql`lower(${person.email})`, normalEmail(email)))
    if (known) return known
    const [made] = await system
      .insert(person)
      .values({ email: normalEmail(email), phone, createdAt: now })
      .returning()
    if (!made) throw new Error('The person was not kept')
    return made
  })
  const belongs = await db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.companyId, actor.companyId), eq(user.personId, human.id)))
  if (belongs.length > 0)
    throw alreadyThere('This address belongs to someone in this company already.')
  const [made] = await db
    .insert(user)
    .values({
      ...draft,
      companyId: actor.companyId,
      personId: human.id,
      availableUntil: untilOf(scope, availability) ?? null,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: user.id })
  if (!made) throw new Error('The membership was not kept')
  await setRoles(scope, made.id, roleIds)
  await sendInvitation(kernel, scope, await one(scope, made.id))
  // What another company wrote down of them went with the invitation; who comes is reached where
  // this one says.
  if (human.emailProvenAt === null && phone !== null)
    await aboveCompanies(db, (system) =>
      system.update(person).set({ phone }).where(eq(person.id, human.id)),
    )
  const after = await one(scope, made.id)
  await scope.journal({
    entity: 'user',
    id: made.id,
    name: nameOf(after),
    before: null,
    after: readable(after),
  })
  return detail(scope, made.id)
}

export async function sendInvitation(
  kernel: Kernel,
  scope: Scope,
  { user: row }: Selected,
): Promise<void> {
  const by = await inviting(scope)
  await aboveCompanies(scope.db, (system) =>
    invite(kernel, system, { personId: row.personId, language: row.language }, by),
  )
  await recordSecurity(kernel, scope.db, {
    kind: 'invited',
    companyId: scope.actor.companyId,
    userId: row.id,
    byUserId: scope.actor.userId,
  })
}

/** In whose name a message is written. */
export async function inviting({ db, actor }: Scope) {
  const [own] = await db
    .select({ name: company.name })
    .from(company)
    .where(eq(company.id, actor.companyId))
  return { id: actor.companyId, name: own?.name ?? '', by: actor.cause.name }
}

export const alreadyThere = (message: string) =>
  conflict(message, [{ path: 'body.email', code: 'taken', message: 'taken' }])

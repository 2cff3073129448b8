import { and, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { IdentityProvider } from '#contract/auth/waysIn.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { actorOf } from '#kernel/access/actor.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { moveAttempts } from '#kernel/access/attemptLimits.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { claimsOfActor } from '#kernel/http/mount.ts'
import type { FreshClaims } from '#kernel/access/tokens.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import { rememberPlace, type Caller } from './places.ts'

const SESSION_HOURS = 14

/**
 * How the person signed in. Stored with the session and carried over to the person's other
 * companies.
 */
export interface Entry {
  personId: number
  source: string | undefined
  idp: IdentityProvider | null
  caller: Caller
  hasSecondStep?: boolean
}

/**
 * A company that requires its provider admits only people who came through it. A provider's sign-in
 * is accepted only by companies that chose that provider.
 */
const admits = (idp: IdentityProvider | null) =>
  idp === null
    ? or(eq(tables.company.forceSso, false), isNull(tables.company.idp))
    : eq(tables.company.idp, idp)

/**
 * Opens a session in the company that this person used last and signs its token. Returns null if no
 * membership admits the person.
 */
export async function openSession(kernel: Kernel, entry: Entry): Promise<string | null> {
  const entered = await asSystem(kernel.pool, async (db) => {
    const member = await memberFor(db, entry)
    return member ? enter(kernel, db, entry, member) : null
  })
  return entered && welcome(kernel, entered)
}

async function memberFor(db: Db, entry: Pick<Entry, 'personId' | 'idp'>) {
  const [member] = await db
    .select({ companyId: tables.user.companyId, userId: tables.user.id })
    .from(tables.user)
    .innerJoin(tables.company, eq(tables.company.id, tables.user.companyId))
    .where(
      and(
        eq(tables.user.personId, entry.personId),
        eq(tables.user.isActive, true),
        isNotNull(tables.user.acceptedAt),
        admits(entry.idp),
      ),
    )
    .orderBy(sql`${tables.user.lastSignInAt} desc nulls last`, tables.user.companyId)
    .limit(1)
  return member
}

export const mayEnter = async (db: Db, entry: Entry): Promise<boolean> =>
  (await memberFor(db, entry)) !== undefined

/**
 * `otherWay`: the session came through a provider that the company did not choose, and the company
 * has another way to sign in.
 */
export type SwitchRefusal = 'notThere' | 'providerOnly' | 'otherWay'

export async function switchSession(
  kernel: Kernel,
  sessionId: string,
  companyId: Id<'company'>,
  caller: Caller,
): Promise<{ token: string } | { refusal: SwitchRefusal }> {
  const outcome = await asSystem(kernel.pool, async (db) => {
    const [running] = await db.select().from(tables.session).where(eq(tables.session.id, sessionId))
    if (!running) return 'notThere' as const
    const [member] = await db
      .select({
        companyId: tables.user.companyId,
        userId: tables.user.id,
        forceSso: tables.company.forceSso,
        idp: tables.company.idp,
        isAdmitted: sql<boolean>`coalesce(${admits(running.idp)}, false)`,
      })
      .from(tables.user)
      .innerJoin(tables.company, eq(tables.company.id, tables.user.companyId))
      .where(
        ofCompany(
          tables.user,
          companyId,
          eq(tables.user.personId, running.personId),
          eq(tables.user.isActive, true),
          isNotNull(tables.user.acceptedAt),
        ),
      )
    if (!member) return 'notThere' as const
    if (!member.isAdmitted)
      return member.forceSso && member.idp !== null
        ? ('providerOnly' as const)
        : ('otherWay' as const)
    await db
      .update(tables.session)
      .set({ endedAt: kernel.clock.now() })
      .where(eq(tables.session.id, sessionId))
    const entered = await enter(
      kernel,
      db,
      {
        personId: running.personId,
        source: running.source ?? undefined,
        idp: running.idp,
        caller,
        going: running,
      },
      member,
    )
    await carryTries(db, sessionId, entered.claims.jti)
    // Switching is not signing out: devices of the former company go on.
    await db
      .update(tables.pushDevice)
      .set({ sessionId: entered.claims.jti })
      .where(eq(tables.pushDevice.sessionId, sessionId))
    return entered
  })
  return typeof outcome === 'string'
    ? { refusal: outcome }
    : { token: await welcome(kernel, outcome) }
}

/**
 * Carries the failed tries over. Otherwise switching between two companies would allow ten new
 * guesses each time.
 */
async function carryTries(db: Db, fromId: string, toId: string): Promise<void> {
  for (const triesOf of [confirmTries, passwordTries])
    await moveAttempts(db, triesOf(fromId), triesOf(toId))
}

/** By session, so that guesses in a stolen session do not block the owner's own. */
export const confirmTries = (sessionId: string) => `confirm:${sessionId}`
export const passwordTries = (sessionId: string) => `password:${sessionId}`

interface Entered {
  claims: FreshClaims
  isFirst: boolean
}

/** `going`: the session to continue from, whose time of confirmation is kept. */
async function enter(
  kernel: Kernel,
  db: Db,
  entry: Entry & { going?: typeof tables.session.$inferSelect },
  member: { companyId: Id<'company'>; userId: Id<'user'> },
): Promise<Entered> {
  const now = kernel.clock.now()
  const [settings] = await db
    .select({ hours: tables.companySettings.sessionHours })
    .from(tables.companySettings)
    .where(ofCompany(tables.companySettings, member.companyId))
  const expiresAt = new Date(now.getTime() + (settings?.hours ?? SESSION_HOURS) * 3_600_000)
  const [opened] = await db
    .insert(tables.session)
    .values({
      personId: entry.personId,
      companyId: member.companyId,
      userId: member.userId,
      source: entry.source ?? null,
      idp: entry.idp,
      browserHash: entry.caller.browser,
      confirmedAt: entry.going?.confirmedAt ?? now,
      ownProofAt: entry.going?.ownProofAt ?? null,
      hasSecondStep: entry.going?.hasSecondStep ?? entry.hasSecondStep ?? false,
      createdAt: now,
      expiresAt,
    })
    .returning()
  if (!opened) throw new Error('The session was not kept')
  const whose = ofCompany(tables.user, member.companyId, eq(tables.user.id, member.userId))
  const [before] = await db
    .select({ lastSignInAt: tables.user.lastSignInAt })
    .from(tables.user)
    .where(whose)
  await db.update(tables.user).set({ lastSignInAt: now }).where(whose)
  await rememberPlace(db, entry.personId, entry.caller, now)
  await recordSecurity(kernel, db, {
    kind: 'signedIn',
    companyId: member.companyId,
    userId: member.userId,
    byUserId: member.userId,
    network: entry.caller.from,
    detail: { way: entry.idp ?? 'own', source: entry.source ?? null },
  })
  const base = { companyId: member.companyId, userId: member.userId, jti: opened.id }
  return {
    claims: { ...base, ...claimsOfActor(await actorOf(db, base, now)) },
    isFirst: before?.lastSignInAt === null,
  }
}

/**
 * Publishes only the first sign-in, so that open people lists show it. A morning has thousands of
 * later ones.
 */
function welcome(kernel: Kernel, { claims, isFirst }: Entered): Promise<string> {
  if (isFirst) kernel.live.publish(claims.companyId, ['User', { type: 'User', id: claims.userId }])
  return kernel.tokens.sign(claims)
}

export async function endSession(
  kernel: Kernel,
  sessionId: string,
  network: string,
): Promise<IdentityProvider | null> {
  return asSystem(kernel.pool, async (db) => {
    const [ended] = await db
      .update(tables.session)
      .set({ endedAt: kernel.clock.now() })
      .where(and(eq(tables.session.id, sessionId), isNull(tables.session.endedAt)))
      .returning()
    if (!ended) return null
    const { companyId, userId, idp } = ended
    await recordSecurity(kernel, db, {
      kind: 'signedOut',
      companyId,
      userId,
      byUserId: userId,
      network,
    })
    return idp
  })
}

/**
 * Ends the open sessions of a person (in all companies) or of one membership, except the kept one.
 * Also ends their calendar feed addresses, which are read without a session.
 */
export async function endSessions(
  db: Db,
  now: Date,
  whose: { personId: number } | { companyId: Id<'company'>; userId: Id<'user'> },
  keptId?: string,
): Promise<number> {
  const own =
    'personId' in whose
      ? eq(tables.session.personId, whose.personId)
      : ofCompany(tables.session, whose.companyId, eq(tables.session.userId, whose.userId))
  const ended = await db
    .update(tables.session)
    .set({ endedAt: now })
    .where(
      and(
        own,
        isNull(tables.session.endedAt),
        keptId === undefined ? undefined : ne(tables.session.id, keptId),
      ),
    )
    .returning({ id: tables.session.id })
  const { companyId, userId } = tables.calendarFeed
  await db.delete(tables.calendarFeed).where(
    'personId' in whose
      ? sql`exists (select from ${tables.user} where ${tables.user.companyId} = ${companyId}
            and ${tables.user.id} = ${userId} and ${tables.user.personId} = ${whose.personId})`
      : and(eq(companyId, whose.companyId), eq(userId, whose.userId)),
  )
  return ended.length
}

export function openSessions(
  db: Db,
  personId: number,
  now: Date,
  companyId: Id<'company'> | null = null,
) {
  return db
    .select({ session: tables.session, company: tables.company.name })
    .from(tables.session)
    .innerJoin(tables.company, eq(tables.company.id, tables.session.companyId))
    .where(
      and(
        eq(tables.session.personId, personId),
        companyId === null ? undefined : ofCompany(tables.session, companyId),
        isNull(tables.session.endedAt),
        sql`${tables.session.expiresAt} > ${now}`,
      ),
    )
    .orderBy(desc(tables.session.createdAt))
}

export async function freshToken(
  kernel: Kernel,
  running: { userId: Id<'user'>; companyId: Id<'company'>; jti: string },
): Promise<string> {
  const actor = await asSystem(kernel.pool, (db) => actorOf(db, running, kernel.clock.now()))
  return kernel.tokens.sign({ ...running, ...claimsOfActor(actor) })
}

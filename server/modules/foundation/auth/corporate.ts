import { createHash, randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { and, eq, gt, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { IdentityProvider } from '#contract/auth/waysIn.ts'
import * as tables from '#db/schema/index.ts'
import { Refusal } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { releaseAttempt, LIMITS, consumeAttempt } from '#kernel/access/attemptLimits.ts'
import { asSystem, type Db } from '#kernel/data/transaction.ts'
import type { Identity } from '#ports/identity.ts'
import { recordForPerson } from '#kernel/access/securityLog.ts'
import { canSend } from '../messages/index.ts'
import { acceptOnOwnAccount } from './consent.ts'
import { normalEmail } from './members.ts'
import type { Caller } from './places.ts'
import { openSession } from './sessions.ts'

const hashOf = (nonce: string) => createHash('sha256').update(nonce).digest('base64url')
const notSignedIn = (code: 'identityRefused' | 'noAccount', message: string) =>
  new Refusal(400, message, [{ path: '', code, message }])

export async function loginOptions(
  kernel: Kernel,
  { email, company: uuid }: { email: string; company?: string | undefined },
) {
  // the network call first, so that no transaction waits for it
  const answering = await kernel.identities.offered()
  const { asked, used } = await asSystem(kernel.pool, (db) => choicesOf(db, email, uuid))
  const own = asked?.idp ?? null
  const forceSso = asked?.forceSso === true && own !== null
  const providers = answering.filter(({ idp }) => used.has(idp))
  return {
    password: !forceSso,
    otp: forceSso ? [] : (['email', 'sms'] as const).filter((channel) => canSend(kernel, channel)),
    allowSso: providers.length > 0,
    forceSso,
    idp: own,
    providers: providers.toSorted((a, b) => Number(b.idp === own) - Number(a.idp === own)),
  }
}

interface Choice {
  idp: IdentityProvider | null
  forceSso: boolean
}

/**
 * Sign-in choices of the requested company, plus every provider chosen by any company. Reads
 * nothing about people, so the response cannot reveal an account (decision 57). A company's own
 * sign-in address takes precedence over the domain.
 */
async function choicesOf(
  db: Db,
  email: string,
  uuid: string | undefined,
): Promise<{ asked: Choice | undefined; used: ReadonlySet<IdentityProvider> }> {
  const domain = domainToASCII(normalEmail(email).split('@').at(-1) ?? '')
  const rank = sql<number | null>`case when ${tables.company.uuid} = ${uuid ?? null} then 1
    when ${tables.company.id} = (select ${tables.companyDomain.companyId} from ${tables.companyDomain}
      where ${tables.companyDomain.domain} = ${domain} and ${tables.companyDomain.provedAt} is not null) then 2
    end`
  const found = await db
    .select({ idp: tables.company.idp, forceSso: tables.company.forceSso, rank })
    .from(tables.company)
    .where(or(isNotNull(tables.company.idp), isNotNull(rank)))
  const [asked] = found
    .filter((one) => one.rank !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  return { asked, used: new Set(found.flatMap(({ idp }) => idp ?? [])) }
}

const JOURNEY_MILLISECONDS = 10 * 60_000

export async function beginIdentity(
  kernel: Kernel,
  idp: IdentityProvider,
  caller: Caller,
): Promise<{ nonce: string }> {
  const now = kernel.clock.now()
  const nonce = randomBytes(32).toString('base64url')
  await asSystem(kernel.pool, async (db) => {
    await consumeAttempt(db, [[`identity-begin:${caller.from}`, LIMITS.address * 3]], now)
    await db.insert(tables.signInStep).values({
      purpose: 'identity',
      browserHash: caller.browser,
      payload: { idp, nonce: hashOf(nonce) },
      createdAt: now,
      expiresAt: new Date(now.getTime() + JOURNEY_MILLISECONDS),
    })
  })
  return { nonce }
}

interface IdentityCall {
  token: string
  nonce: string
  source: string | undefined
}

/**
 * Opens a session for the person in the identity token. A token works once, in the browser that
 * began the sign-in.
 */
export async function loginByIdentity(
  kernel: Kernel,
  idp: IdentityProvider,
  { token, nonce, source }: IdentityCall,
  caller: Caller,
): Promise<string> {
  const now = kernel.clock.now()
  await asSystem(kernel.pool, (db) =>
    consumeAttempt(db, [[`identity:${caller.from}`, LIMITS.address]], now),
  )
  const identity = await kernel.identities
    .verify(idp, token, nonce, now)
    .catch((error: unknown) => {
      kernel.log.warn(
        { idp, reason: error instanceof Error ? error.message : 'unknown' },
        'an identity token was refused',
      )
      return undefined
    })
  const found = await asSystem(kernel.pool, async (db) => {
    if (!identity || !(await spendJourney(db, idp, nonce, caller, now))) return 'refused'
    await releaseAttempt(db, `identity:${caller.from}`)
    await db.delete(tables.spentToken).where(lt(tables.spentToken.expiresAt, now))
    const [spent] = await db
      .insert(tables.spentToken)
      .values({ id: `${idp}:${identity.tokenId}`, expiresAt: identity.expiresAt })
      .onConflictDoNothing()
      .returning()
    return spent ? personOf(kernel, db, idp, identity, now) : 'refused'
  })
  if (found === 'refused')
    throw notSignedIn('identityRefused', 'The sign-in could not be verified. Please start again.')
  const session =
    found === 'unknown' ? null : await openSession(kernel, { personId: found, source, idp, caller })
  if (session === null)
    throw notSignedIn(
      'noAccount',
      'You are known to your provider, but have no account here. Ask your administrator.',
    )
  return session
}

async function spendJourney(
  db: Db,
  idp: IdentityProvider,
  nonce: string,
  { browser }: Caller,
  now: Date,
): Promise<boolean> {
  const ended = await db
    .delete(tables.signInStep)
    .where(
      and(
        eq(tables.signInStep.purpose, 'identity'),
        gt(tables.signInStep.expiresAt, now),
        sql`${tables.signInStep.payload}->>'nonce' = ${hashOf(nonce)}`,
        sql`${tables.signInStep.payload}->>'idp' = ${idp}`,
        browser === null
          ? isNull(tables.signInStep.browserHash)
          : or(isNull(tables.signInStep.browserHash), eq(tables.signInStep.browserHash, browser)),
      ),
    )
    .returning({ id: tables.signInStep.id })
  return ended.length > 0
}

/**
 * Finds the account of an identity. A stored link of issuer and subject decides. Without one, the
 * provider's verified address decides, among members of companies that chose the provider. People
 * who accepted precede company-only accounts, whose membership this sign-in accepts.
 */
async function personOf(
  kernel: Kernel,
  db: Db,
  idp: IdentityProvider,
  { issuer, subject, email }: Identity,
  now: Date,
): Promise<number | 'unknown' | 'refused'> {
  const [bound] = await db
    .select()
    .from(tables.identityLink)
    .where(and(eq(tables.identityLink.issuer, issuer), eq(tables.identityLink.subject, subject)))
  const known = await memberWith(db, idp, eq(sql`lower(${tables.person.email})`, email))
  if (bound) {
    const own = await memberWith(db, idp, eq(tables.person.id, bound.personId))
    const isBetter = known !== undefined && (own === undefined || (!own.isProved && known.isProved))
    if (!isBetter) return bound.personId
    // The linked account has no company with this provider any more, or it is a company-only
    // account and the person has proved the address since.
    await db
      .delete(tables.identityLink)
      .where(and(eq(tables.identityLink.issuer, issuer), eq(tables.identityLink.subject, subject)))
  }
  if (!known) return 'unknown'
  const [kept] = await db
    .insert(tables.identityLink)
    .values({ issuer, subject, personId: known.id, idp, createdAt: now })
    .onConflictDoNothing()
    .returning()
  // Same address, different subject: the address may have been reassigned. Only an administrator
  // can confirm that the link is intended.
  if (!kept) {
    await recordForPerson(kernel, db, known.id, {
      kind: 'identityRefused',
      detail: { idp, why: 'boundToAnother' },
    })
    return 'refused'
  }
  await acceptOnOwnAccount(db, known, now)
  await recordForPerson(kernel, db, known.id, { kind: 'identityBound', detail: { idp } })
  return known.id
}

/**
 * A member of a company that chose this provider. Accounts with a proved address precede
 * company-only accounts.
 */
async function memberWith(db: Db, idp: IdentityProvider, whose: SQL) {
  const [found] = await db
    .select({
      id: tables.person.id,
      companyId: tables.user.companyId,
      userId: tables.user.id,
      isProved: sql<boolean>`${tables.person.emailProvenAt} is not null`,
    })
    .from(tables.person)
    .innerJoin(
      tables.user,
      and(eq(tables.user.personId, tables.person.id), eq(tables.user.isActive, true)),
    )
    .innerJoin(
      tables.company,
      and(eq(tables.company.id, tables.user.companyId), eq(tables.company.idp, idp)),
    )
    .where(whose)
    .orderBy(sql`${tables.person.emailProvenAt} nulls last`, tables.user.companyId)
    .limit(1)
  return found
}

/**
 * The provider's logout URL, which returns to the login page. Null if it offers none or does not
 * answer.
 */
export const providerLogout = async (
  { identities, publicUrl }: Pick<Kernel, 'identities' | 'publicUrl'>,
  idp: IdentityProvider | null,
): Promise<string | null> =>
  idp === null ? null : identities.logoutAddress(idp, `${publicUrl}/login`)

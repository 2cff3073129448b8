/** Corporate sign-in: which ways are open for an address, and an identity token into a session. */
import { lt } from 'drizzle-orm'
import type { IdentityProvider } from '#contract/waysIn'
import { spentToken } from '../../db/schema/index.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { asSystem } from '../../kernel/transaction.ts'
import { giveBack, LIMITS, takeTry } from '../../kernel/limits.ts'
import { memberBy } from './members.ts'
import { openSession } from './sessions.ts'

const notSignedIn = (code: 'identityRefused' | 'noAccount', message: string) => new Refusal(400, message, [{ path: '', code, message }])

export async function loginOptions(kernel: Kernel, email: string) {
  const offered = await kernel.identities.offered() // the network first: nothing waits for it inside a transaction
  const member = await asSystem(kernel.pool, (db) => memberBy(db, email))
  const own = member?.idp ?? null
  const reachable = (channel: 'email' | 'sms') => kernel.demo || kernel.post.delivers(channel)
  const forceSso = member?.forceSso === true && own !== null
  return {
    password: !forceSso, otp: forceSso ? [] : (['email', 'sms'] as const).filter(reachable), allowSso: offered.length > 0, forceSso, idp: own,
    providers: [...offered].sort((a, b) => Number(b.idp === own) - Number(a.idp === own)),
  }
}

/** The session of the person whose address the provider vouches for. A token is good for one sign-in. */
export async function loginByIdentity(kernel: Kernel, idp: IdentityProvider, { token, nonce, source, from }: { token: string; nonce: string; source: string | undefined; from: string }): Promise<string> {
  const now = kernel.clock.now()
  await asSystem(kernel.pool, (db) => takeTry(db, [[`identity:${from}`, LIMITS.address]], now))
  const identity = await kernel.identities.verify(idp, token, nonce, now).catch((error: unknown) => {
    kernel.log.warn({ idp, reason: error instanceof Error ? error.message : 'unknown' }, 'an identity token was refused')
    return undefined
  })
  const personId = await asSystem(kernel.pool, async (db) => {
    if (!identity) return undefined
    await giveBack(db, `identity:${from}`)
    await db.delete(spentToken).where(lt(spentToken.expiresAt, now))
    const [spent] = await db.insert(spentToken).values({ id: `${idp}:${identity.tokenId}`, expiresAt: identity.expiresAt }).onConflictDoNothing().returning()
    return spent ? (await memberBy(db, identity.email))?.person.id ?? null : undefined
  })
  if (personId === undefined) throw notSignedIn('identityRefused', 'The sign-in could not be verified. Please start again.')
  const session = personId === null ? null : await openSession(kernel, { personId, source, idp })
  if (session === null) throw notSignedIn('noAccount', 'You are known to your provider, but have no account here. Ask your administrator.')
  return session
}

/** Where the provider ends its own session, back to the login page; null when it offers none or does not answer. */
export async function providerLogout(kernel: Kernel, idp: IdentityProvider | null): Promise<string | null> {
  if (idp === null) return null
  const facts = (await kernel.identities.offered()).find((each) => each.idp === idp)
  if (!facts?.endSessionEndpoint) return null
  const address = new URL(facts.endSessionEndpoint)
  address.searchParams.set('client_id', facts.clientId)
  address.searchParams.set('post_logout_redirect_uri', `${kernel.publicUrl}/login`)
  return address.href
}

/**
 * Passkeys (WebAuthn): what the browser is asked, and whether its answer holds. The library
 * verifies; here is what is kept.
 */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { PasskeyAnswer, PasskeyMade, PasskeyOptions } from '#contract/auth/passkey.ts'
import { passkey } from '#db/schema/index.ts'
import type { Db } from '#kernel/data/transaction.ts'
import type { RelyingParty } from './relyingParty.ts'

type Passkey = typeof passkey.$inferSelect

/** What a step remembers of a challenge. */
export interface Challenge {
  challenge: string
  party: RelyingParty
}

export const ownPasskeys = (db: Db, personId: number): Promise<Passkey[]> =>
  db
    .select()
    .from(passkey)
    .where(eq(passkey.personId, personId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id))

export async function passkeyOf(db: Db, id: string): Promise<Passkey | undefined> {
  const [found] = await db.select().from(passkey).where(eq(passkey.id, id))
  return found
}

const named = ({ id, transports }: Passkey) => ({ id, transports })

interface Asked {
  options: PasskeyOptions
  challenge: Challenge
}

/**
 * Asks one of these passkeys; with none given any that the browser has for us, which then verifies
 * its person.
 */
export async function askPasskey(
  party: RelyingParty,
  known: readonly Passkey[] | null,
): Promise<Asked> {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: known === null ? 'required' : 'preferred',
    ...(known === null ? {} : { allowCredentials: known.map(named) }),
  })
  return { options: { ...options }, challenge: { challenge: options.challenge, party } }
}

/** What the browser needs to make a passkey that none of the person's devices has yet. */
export async function askNewPasskey(
  party: RelyingParty,
  who: { personId: number; email: string; name: string },
  known: readonly Passkey[],
): Promise<Asked> {
  const options = await generateRegistrationOptions({
    rpName: 'Plantroom',
    rpID: party.id,
    userName: who.email,
    userDisplayName: who.name,
    userID: new Uint8Array(Buffer.from(`person:${who.personId}`)),
    attestationType: 'none',
    excludeCredentials: known.map(named),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { options: { ...options }, challenge: { challenge: options.challenge, party } }
}

export type Made = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports' | 'isBackedUp'>

/** The new passkey; null when its answer does not hold. */
export async function verifyNew(
  response: PasskeyMade,
  { challenge, party }: Challenge,
): Promise<Made | null> {
  const checked = await verifyRegistrationResponse({
    // the contract's shape is the same, its values strings
    response: whole(response) as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch(() => null)
  if (checked?.verified !== true) return null
  const { credential, credentialBackedUp: isBackedUp } = checked.registrationInfo
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: [...(credential.transports ?? [])],
    isBackedUp,
  }
}

export interface Verified {
  counter: number
  isBackedUp: boolean
}

/**
 * Whether the passkey signed this challenge here; null otherwise. A counter that did not grow is a
 * copy of the key: the library refuses it.
 */
export async function verifyAnswer(
  known: Passkey,
  response: PasskeyAnswer,
  { challenge, party }: Challenge,
  { mustVerifyPerson }: { mustVerifyPerson: boolean },
): Promise<Verified | null> {
  const credential: WebAuthnCredential = {
    id: known.id,
    publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
    counter: known.counter,
  }
  const checked = await verifyAuthenticationResponse({
    // the contract's shape is the same, its values strings
    response: whole(response) as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential,
    requireUserVerification: mustVerifyPerson,
  }).catch(() => null)
  if (checked?.verified !== true) return null
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  return { counter: newCounter, isBackedUp: credentialBackedUp }
}

/** Keeps the counter; false when another answer of the same key was taken meanwhile. */
export async function savePasskeyUse(
  db: Db,
  now: Date,
  known: Passkey,
  { counter, isBackedUp }: Verified,
): Promise<boolean> {
  const kept = await db
    .update(passkey)
    .set({ counter, isBackedUp, lastUsedAt: now })
    .where(and(eq(passkey.id, known.id), lte(passkey.counter, known.counter)))
    .returning({ id: passkey.id })
  return kept.length > 0
}

/** The library wants the extension results, which a browser leaves out where there are none. */
const whole = <T extends PasskeyAnswer | PasskeyMade>(response: T) => ({
  ...response,
  clientExtensionResults: response.clientExtensionResults ?? {},
})

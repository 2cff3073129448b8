/** Passkeys (WebAuthn): builds the browser's options and stores results. The library verifies. */
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
import * as tables from '#db/schema/index.ts'
import type { Db } from '#kernel/data/transaction.ts'
import type { RelyingParty } from './relyingParty.ts'

type Passkey = typeof tables.passkey.$inferSelect

export interface Challenge {
  challenge: string
  party: RelyingParty
}

export const ownPasskeys = (db: Db, personId: number): Promise<Passkey[]> =>
  db
    .select()
    .from(tables.passkey)
    .where(eq(tables.passkey.personId, personId))
    .orderBy(asc(tables.passkey.createdAt), asc(tables.passkey.id))

export async function passkeyOf(db: Db, id: string): Promise<Passkey | undefined> {
  const [found] = await db.select().from(tables.passkey).where(eq(tables.passkey.id, id))
  return found
}

const named = ({ id, transports }: Passkey) => ({ id, transports })

interface Asked {
  options: PasskeyOptions
  challenge: Challenge
}

/**
 * Options to sign with one of these passkeys. If null, with any passkey of this host, which then
 * also verifies the user.
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

/** Returns the new passkey, or null if the response is invalid. */
export async function verifyNew(
  response: PasskeyMade,
  { challenge, party }: Challenge,
): Promise<Made | null> {
  const checked = await verifyRegistrationResponse({
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
 * Returns null unless the passkey signed this challenge. The library refuses a counter that did not
 * grow, a sign of a cloned key.
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

/** Stores the counter. Returns false if another response of the same key was accepted meanwhile. */
export async function savePasskeyUse(
  db: Db,
  now: Date,
  known: Passkey,
  { counter, isBackedUp }: Verified,
): Promise<boolean> {
  const kept = await db
    .update(tables.passkey)
    .set({ counter, isBackedUp, lastUsedAt: now })
    .where(and(eq(tables.passkey.id, known.id), lte(tables.passkey.counter, known.counter)))
    .returning({ id: tables.passkey.id })
  return kept.length > 0
}

/** The library requires the extension results, which browsers may omit. */
const whole = <T extends PasskeyAnswer | PasskeyMade>(response: T) => ({
  ...response,
  clientExtensionResults: response.clientExtensionResults ?? {},
})

/**
 * Where a try comes from. Someone who guesses elsewhere closes the door there, and not for the
 * owner in a browser or a network from which they have signed in before (OWASP, 'device cookies').
 */
import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, lt, or } from 'drizzle-orm'
import { knownPlace } from '#db/schema/index.ts'
import { LIMITS, type Limit } from '#kernel/access/attemptLimits.ts'
import type { Db } from '#kernel/data/transaction.ts'
import type { Wire } from '#kernel/http/fileBodies.ts'

/** Network and browser of a call. */
export type Caller = Pick<Wire, 'from' | 'browser'>

/** `elsewhere` is all the world together: from there a person is tried so often and no more. */
export type Place = 'browser' | 'network' | 'elsewhere'

const DAY = 86_400_000
/** A network is shared, and changes hands; a browser's cookie is its own. */
const LIFE = { browser: 365 * DAY, network: 30 * DAY } as const

const hashOf = (network: string) => createHash('sha256').update(network).digest('base64url')

/**
 * What this caller's place is to the accounts of an address: known if each of them knows it, so that
 * who holds one account of the address is not trusted with another. `elsewhere` without an account.
 */
export async function placeOf(
  db: Db,
  personIds: readonly number[],
  { from, browser }: Caller,
  now: Date,
): Promise<Place> {
  if (personIds.length === 0) return 'elsewhere'
  const since = (kind: keyof typeof LIFE) =>
    gt(knownPlace.lastSeenAt, new Date(now.getTime() - LIFE[kind]))
  const known = await db
    .select({ kind: knownPlace.kind, personId: knownPlace.personId })
    .from(knownPlace)
    .where(
      and(
        inArray(knownPlace.personId, [...personIds]),
        or(
          and(
            eq(knownPlace.kind, 'browser'),
            eq(knownPlace.placeHash, browser ?? ''),
            since('browser'),
          ),
          and(
            eq(knownPlace.kind, 'network'),
            eq(knownPlace.placeHash, hashOf(from)),
            since('network'),
          ),
        ),
      ),
    )
  const isKnownToAll = (isGood: (kind: (typeof known)[number]['kind']) => boolean) =>
    personIds.every((id) => known.some((row) => row.personId === id && isGood(row.kind)))
  if (isKnownToAll((kind) => kind === 'browser')) return 'browser'
  return isKnownToAll(() => true) ? 'network' : 'elsewhere'
}

/**
 * The counts a try at `what` (`login`, `otp-guess`) is held against: the person's at this place,
 * and the network's.
 */
export function limitsAt(
  place: Place,
  what: string,
  email: string,
  { from, browser }: Caller,
): [Limit, ...Limit[]] {
  const ofNetwork: Limit = [`${what}-from:${from}`, LIMITS.address]
  switch (place) {
    // Whom a whole ward shares a network with must not be locked out by one of them.
    case 'browser':
      return [[keyAt(place, what, email, { from, browser }), LIMITS.account]]
    case 'network':
    case 'elsewhere':
      return [[keyAt(place, what, email, { from, browser }), LIMITS.account], ofNetwork]
  }
}

/** The person's own count at this place. */
export function keyAt(
  place: Place,
  what: string,
  email: string,
  { from, browser }: Caller,
): string {
  switch (place) {
    case 'browser':
      return `${what}:${email}:browser:${browser ?? ''}`
    case 'network':
      return `${what}:${email}:network:${from}`
    case 'elsewhere':
      return `${what}:${email}`
  }
}

/** From now on tries from here are counted apart. */
export async function rememberPlace(
  db: Db,
  personId: number,
  { from, browser }: Caller,
  now: Date,
): Promise<void> {
  const places = [
    { kind: 'network' as const, placeHash: hashOf(from) },
    ...(browser === null ? [] : [{ kind: 'browser' as const, placeHash: browser }]),
  ]
  await db
    .insert(knownPlace)
    .values(places.map((place) => ({ ...place, personId, lastSeenAt: now })))
    .onConflictDoUpdate({
      target: [knownPlace.personId, knownPlace.kind, knownPlace.placeHash],
      set: { lastSeenAt: now },
    })
}

export async function forgetOldPlaces(db: Db, now: Date): Promise<void> {
  await db
    .delete(knownPlace)
    .where(
      or(
        ...(['browser', 'network'] as const).map((kind) =>
          and(
            eq(knownPlace.kind, kind),
            lt(knownPlace.lastSeenAt, new Date(now.getTime() - LIFE[kind])),
          ),
        ),
      ),
    )
}

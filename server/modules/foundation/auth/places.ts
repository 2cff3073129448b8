/**
 * Where a try comes from. Failed tries elsewhere do not lock the owner out of a browser or network
 * that the owner has signed in from (OWASP, 'device cookies').
 */
import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, lt, or } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { LIMITS, type Limit } from '#kernel/access/attemptLimits.ts'
import type { Db } from '#kernel/data/transaction.ts'
import type { Wire } from '#kernel/http/fileBodies.ts'

export type Caller = Pick<Wire, 'from' | 'browser'>

/** `elsewhere` is shared by all unknown callers: together they get one limit per person. */
export type Place = 'browser' | 'network' | 'elsewhere'

const DAY = 86_400_000
/** Networks are shared and reassigned; a browser's cookie is not. */
const LIFE = { browser: 365 * DAY, network: 30 * DAY } as const

const hashOf = (network: string) => createHash('sha256').update(network).digest('base64url')

/**
 * The caller's trust level for the accounts of an address: known only if every account knows it,
 * because accounts of one address may have different owners. `elsewhere` without an account.
 */
export async function placeOf(
  db: Db,
  personIds: readonly number[],
  { from, browser }: Caller,
  now: Date,
): Promise<Place> {
  if (personIds.length === 0) return 'elsewhere'
  const since = (kind: keyof typeof LIFE) =>
    gt(tables.knownPlace.lastSeenAt, new Date(now.getTime() - LIFE[kind]))
  const known = await db
    .select({ kind: tables.knownPlace.kind, personId: tables.knownPlace.personId })
    .from(tables.knownPlace)
    .where(
      and(
        inArray(tables.knownPlace.personId, [...personIds]),
        or(
          and(
            eq(tables.knownPlace.kind, 'browser'),
            eq(tables.knownPlace.placeHash, browser ?? ''),
            since('browser'),
          ),
          and(
            eq(tables.knownPlace.kind, 'network'),
            eq(tables.knownPlace.placeHash, hashOf(from)),
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

export function limitsAt(
  place: Place,
  what: string,
  email: string,
  { from, browser }: Caller,
): [Limit, ...Limit[]] {
  const ofNetwork: Limit = [`${what}-from:${from}`, LIMITS.address]
  switch (place) {
    // A whole ward may share a network: one user must not lock out the others.
    case 'browser':
      return [[keyAt(place, what, email, { from, browser }), LIMITS.account]]
    case 'network':
    case 'elsewhere':
      return [[keyAt(place, what, email, { from, browser }), LIMITS.account], ofNetwork]
  }
}

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
    .insert(tables.knownPlace)
    .values(places.map((place) => ({ ...place, personId, lastSeenAt: now })))
    .onConflictDoUpdate({
      target: [tables.knownPlace.personId, tables.knownPlace.kind, tables.knownPlace.placeHash],
      set: { lastSeenAt: now },
    })
}

export async function forgetOldPlaces(db: Db, now: Date): Promise<void> {
  await db
    .delete(tables.knownPlace)
    .where(
      or(
        ...(['browser', 'network'] as const).map((kind) =>
          and(
            eq(tables.knownPlace.kind, kind),
            lt(tables.knownPlace.lastSeenAt, new Date(now.getTime() - LIFE[kind])),
          ),
        ),
      ),
    )
}

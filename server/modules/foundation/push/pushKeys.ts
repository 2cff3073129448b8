/**
 * The installation's key pair for push services (RFC 8292). Made once and kept in the database, so
 * that all servers and a restored backup have the pair that browsers subscribed with.
 */
import { generateKeyPairSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { importJWK, SignJWT, type JWK } from 'jose'
import { PURPOSES } from '#db/sealed.ts'
import * as tables from '#db/schema/index.ts'
import { PUSH_KEY } from '#kernel/access/reseal.ts'
import type { Seal } from '#kernel/access/seal.ts'
import type { Db } from '#kernel/data/transaction.ts'

export interface PushKeys {
  /** Base64url of the uncompressed point: `applicationServerKey` of the browser. */
  publicKey: string
  jwk: JWK
}

/** `system`: a transaction above companies. */
export async function pushKeys(seal: Seal, system: Db): Promise<PushKeys> {
  const kept = await read(system)
  if (kept === undefined) {
    const value = seal.seal(PURPOSES.pushKey, JSON.stringify(makeKey()))
    await system.insert(tables.installation).values({ key: PUSH_KEY, value }).onConflictDoNothing()
    // Another server may have been first.
    return keysIn(seal, (await read(system)) ?? value)
  }
  return keysIn(seal, kept)
}

async function read(system: Db): Promise<string | undefined> {
  const [kept] = await system
    .select({ value: tables.installation.value })
    .from(tables.installation)
    .where(eq(tables.installation.key, PUSH_KEY))
  return kept?.value
}

function keysIn(seal: Seal, value: string): PushKeys {
  const jwk = JSON.parse(seal.open(PURPOSES.pushKey, value)) as JWK
  return { publicKey: pointOf(jwk), jwk }
}

const makeKey = (): JWK =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK

const pointOf = ({ x = '', y = '' }: JWK): string =>
  Buffer.concat([
    Buffer.from([4]),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ]).toString('base64url')

/** Seconds. Push services refuse more than a day. */
const TOKEN_LASTS = 43_200

/** `contact`: mailto or https, which some push services require to be a public address. */
export async function authorizationFor(
  { publicKey, jwk }: PushKeys,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: Date },
): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + TOKEN_LASTS)
    .setSubject(contact)
    .sign(await importJWK(jwk, 'ES256'))
  return `vapid t=${token}, k=${publicKey}`
}

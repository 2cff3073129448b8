/**
 * Appends to a company's chain. The writer locks the head's row until the transaction ends, so
 * append last.
 */
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import { eq, isNull } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { canonical, headText, linkText } from '#contract/signedLog/crypto.ts'
import {
  FIRST_HASH,
  FORMAT,
  type AddendumRecord,
  type PerformanceRecord,
  type RemovalRecord,
  type RotationRecord,
} from '#contract/signedLog/record.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import type { Db } from '#kernel/data/transaction.ts'

type Content<R> = Omit<R, 'format' | 'nonce' | 'company'>
type Unsealed =
  | Content<PerformanceRecord>
  | Content<AddendumRecord>
  | Content<RemovalRecord>
  | Content<RotationRecord>

export interface Order {
  content: Unsealed
  /** Null for a key record. */
  procedureLogId: Id<'procedureLog'> | null
  clientKey?: string
  at: Date
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const signed = (key: KeyObject, text: string): string =>
  sign(null, Buffer.from(text), key).toString('base64url')

type Key = typeof tables.signingKey.$inferSelect

export async function makeKey(db: Db, companyId: Id<'company'>, at: Date): Promise<Key> {
  const pair = generateKeyPairSync('ed25519')
  const { x: publicKey } = pair.publicKey.export({ format: 'jwk' })
  if (publicKey === undefined) throw new Error('The key has no public half')
  const [made] = await db
    .insert(tables.signingKey)
    .values({
      companyId,
      fingerprint: createHash('sha256')
        .update(Buffer.from(publicKey, 'base64url'))
        .digest('hex')
        .slice(0, 16),
      publicKey,
      privateKey: pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
      activeFrom: at,
    })
    .returning()
  if (!made) throw new Error('The signing key was not kept')
  return made
}

async function presentKey(db: Db, companyId: Id<'company'>, at: Date): Promise<Key> {
  const [found] = await db
    .select()
    .from(tables.signingKey)
    .where(ofCompany(tables.signingKey, companyId, isNull(tables.signingKey.retiredAt)))
  return found ?? makeKey(db, companyId, at)
}

const isOfCompany = (companyId: Id<'company'>) => ofCompany(tables.signedHead, companyId)

/** Locks the head; creates it for a company's first record. */
export async function lockHead(db: Db, companyId: Id<'company'>, at: Date) {
  const locked = () =>
    db.select().from(tables.signedHead).where(isOfCompany(companyId)).for('update')
  const [found] = await locked()
  if (found) return found
  await db
    .insert(tables.signedHead)
    .values({
      companyId,
      sequence: 0,
      hash: FIRST_HASH,
      fingerprint: '',
      signature: '',
      sealedAt: at,
    })
    .onConflictDoNothing()
  const [made] = await locked()
  if (!made) throw new Error('The chain has no head')
  return made
}

/**
 * Appends in this order. Returns the last sequence number. `by`: a key other than the current one,
 * about to be retired.
 */
export async function appendToChain(
  db: Db,
  companyId: Id<'company'>,
  orders: readonly Order[],
  by?: Key,
): Promise<number> {
  const last = orders.at(-1)
  if (last === undefined) return 0
  const [company] = await db
    .select({ uuid: tables.company.uuid, name: tables.company.name })
    .from(tables.company)
    .where(eq(tables.company.id, companyId))
  if (!company) throw new Error('The company is not there')
  const head = await lockHead(db, companyId, last.at)
  const key = by ?? (await presentKey(db, companyId, last.at))
  const privateKey = createPrivateKey({
    key: Buffer.from(key.privateKey, 'base64url'),
    format: 'der',
    type: 'pkcs8',
  })
  let { sequence, hash } = head
  const rows = orders.map(({ content, procedureLogId, clientKey, at }) => {
    const record = {
      ...content,
      format: FORMAT,
      nonce: randomBytes(16).toString('base64url'),
      company: company.name,
    } as const
    const link = {
      chain: company.uuid,
      sequence: sequence + 1,
      previousHash: hash,
      recordHash: hashOf(canonical(record)),
      keyId: key.fingerprint,
      sealedAt: at.toISOString(),
    }
    const text = linkText(link)
    sequence += 1
    hash = hashOf(text)
    return {
      companyId,
      sequence,
      kind: record.kind,
      procedureLogId,
      clientKey: clientKey ?? null,
      previousHash: link.previousHash,
      recordHash: link.recordHash,
      hash,
      signature: signed(privateKey, text),
      fingerprint: key.fingerprint,
      sealedAt: at,
      record,
    }
  })
  for (let from = 0; from < rows.length; from += BATCH)
    await db.execute(insertRows(tables.signedLog, rows.slice(from, from + BATCH)))
  const headContent = {
    chain: company.uuid,
    sequence,
    hash,
    keyId: key.fingerprint,
    sealedAt: last.at.toISOString(),
  }
  await db
    .update(tables.signedHead)
    .set({
      sequence,
      hash,
      fingerprint: key.fingerprint,
      sealedAt: last.at,
      signature: signed(privateKey, headText(headContent)),
    })
    .where(isOfCompany(companyId))
  return sequence
}
const BATCH = 200

import { asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { canonical } from '#contract/signedLog/crypto.ts'
import {
  FORMAT,
  type Bundle,
  type Entry,
  type Head,
  type PublicKey,
} from '#contract/signedLog/record.ts'
import { verify, type Fault } from '#contract/signedLog/verify.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Db } from '#kernel/data/transaction.ts'
import { immutablePart, sealedPart } from './content.ts'

type Row = typeof tables.signedLog.$inferSelect

export const entryOf = (chain: string, row: Row): Entry => ({
  chain,
  sequence: row.sequence,
  previousHash: row.previousHash,
  recordHash: row.recordHash,
  hash: row.hash,
  signature: row.signature,
  keyId: row.fingerprint,
  sealedAt: row.sealedAt.toISOString(),
  record: row.record,
})
export const linkOnly = (entry: Entry): Entry => ({ ...entry, record: null })

export async function keysOf(db: Db, companyId: Id<'company'>): Promise<PublicKey[]> {
  const rows = await db
    .select({
      id: tables.signingKey.fingerprint,
      publicKey: tables.signingKey.publicKey,
      activeFrom: tables.signingKey.activeFrom,
      retiredAt: tables.signingKey.retiredAt,
    })
    .from(tables.signingKey)
    .where(ofCompany(tables.signingKey, companyId))
    .orderBy(asc(tables.signingKey.id))
  return rows.map((row) => ({
    ...row,
    activeFrom: row.activeFrom.toISOString(),
    retiredAt: row.retiredAt?.toISOString() ?? null,
  }))
}

export async function selectChainHead(db: Db, companyId: Id<'company'>) {
  const [found] = await db
    .select({
      head: tables.signedHead,
      chain: tables.company.uuid,
      timezone: tables.company.timezone,
    })
    .from(tables.signedHead)
    .innerJoin(tables.company, eq(tables.company.id, tables.signedHead.companyId))
    .where(ofCompany(tables.signedHead, companyId))
  if (!found) return null
  const head: Head = {
    chain: found.chain,
    sequence: found.head.sequence,
    hash: found.head.hash,
    keyId: found.head.fingerprint,
    sealedAt: found.head.sealedAt.toISOString(),
    signature: found.head.signature,
  }
  return { head, timezone: found.timezone }
}

export async function bundleOf(
  db: Db,
  companyId: Id<'company'>,
  logId: Id<'procedureLog'>,
  publicUrl: string,
) {
  const found = await selectChainHead(db, companyId)
  const own = await db
    .select()
    .from(tables.signedLog)
    .where(ofCompany(tables.signedLog, companyId, eq(tables.signedLog.procedureLogId, logId)))
    .orderBy(asc(tables.signedLog.sequence))
  const [first] = own
  if (!found || !first) throw refuseNotFound('signed log')
  const { head, timezone } = found
  const ownPlaces = new Set(own.map(({ sequence }) => sequence))
  const places = [...ownPlaces]
    .flatMap((sequence) => [sequence - 1, sequence + 1])
    .filter((sequence) => sequence >= 1 && !ownPlaces.has(sequence))
  const beside = await db
    .select()
    .from(tables.signedLog)
    .where(
      ofCompany(
        tables.signedLog,
        companyId,
        inArray(tables.signedLog.sequence, [...new Set(places)]),
      ),
    )
  const bundle: Bundle & { logId: Id<'procedureLog'> } = {
    format: FORMAT,
    address: `${publicUrl}/signed-log/${logId}`,
    logId,
    entries: [
      ...own.map((row) => entryOf(head.chain, row)),
      ...beside.map((row) => linkOnly(entryOf(head.chain, row))),
    ].toSorted((a, b) => a.sequence - b.sequence),
    head,
    keys: await keysOf(db, companyId),
  }
  const verdict = await verify({ ...bundle, isWhole: false })
  const there = new Set(beside.map(({ sequence }) => sequence))
  const holes = places.filter((sequence) => sequence <= head.sequence && !there.has(sequence))
  const removal = own.find(({ kind }) => kind === 'removal')?.record ?? null
  const faults: Fault[] = [
    ...verdict.faults,
    ...[...new Set(holes)].map((sequence) => ({ code: 'hole' as const, sequence })),
    ...(await cutOf(db, companyId, head)),
    ...(removal === null ? await besideTheChain(db, companyId, own) : []),
  ]
  const removed = new Set(
    removal?.kind === 'removal' ? removal.removed.map(({ sequence }) => sequence) : [],
  )
  for (const { record, sequence } of own)
    if (record === null && !removed.has(sequence)) faults.push({ code: 'emptied', sequence })
  return {
    bundle,
    timezone,
    seal: first.hash,
    removedAt: removal?.kind === 'removal' ? removal.at : null,
    faults: distinct(faults),
  }
}

const distinct = (faults: readonly Fault[]): Fault[] =>
  [...new Map(faults.map((fault) => [`${fault.code} ${fault.sequence}`, fault])).values()].toSorted(
    (a, b) => a.sequence - b.sequence,
  )

async function cutOf(db: Db, companyId: Id<'company'>, head: Head): Promise<Fault[]> {
  const [last] = await db
    .select({ sequence: tables.signedLog.sequence })
    .from(tables.signedLog)
    .where(ofCompany(tables.signedLog, companyId))
    .orderBy(desc(tables.signedLog.sequence))
    .limit(1)
  const reached = last?.sequence ?? 0
  if (reached === head.sequence) return []
  return [{ code: 'cut', sequence: Math.min(reached, head.sequence) + 1 }]
}

async function besideTheChain(
  db: Db,
  companyId: Id<'company'>,
  own: readonly Row[],
): Promise<Fault[]> {
  const sealed = own.find(({ kind }) => kind === 'performance')
  if (sealed?.record?.kind !== 'performance') return []
  const { record, sequence } = sealed
  const faults: Fault[] = []
  const [log] = await db
    .select()
    .from(tables.procedureLog)
    .where(
      ofCompany(
        tables.procedureLog,
        companyId,
        eq(tables.procedureLog.id, record.logId as Id<'procedureLog'>),
      ),
    )
  if (!log || canonical(immutablePart(log)) !== canonical(sealedPart(record)))
    faults.push({ code: 'copy', sequence })
  if (record.files.length > 0) {
    const kept = await db
      .select({ id: tables.file.id, sha256: tables.file.sha256 })
      .from(tables.file)
      .where(
        ofCompany(
          tables.file,
          companyId,
          inArray(
            tables.file.id,
            record.files.map(({ id }) => id as Id<'file'>),
          ),
        ),
      )
    const hashOf = new Map<number, string>(kept.map(({ id, sha256 }) => [id, sha256]))
    if (record.files.some(({ id, sha256 }) => hashOf.get(id) !== sha256))
      faults.push({ code: 'file', sequence })
  }
  return faults
}

const A_STEP = 200

/** Verifies the next records of the chain, and looks up removals that explain missing content. */
export async function checkNext(db: Db, companyId: Id<'company'>, after: number) {
  const found = await selectChainHead(db, companyId)
  if (!found) return { reached: 0, of: 0, isDone: true, faults: [] }
  const { head } = found
  const rows = await db
    .select()
    .from(tables.signedLog)
    .where(ofCompany(tables.signedLog, companyId, gt(tables.signedLog.sequence, after)))
    .orderBy(asc(tables.signedLog.sequence))
    .limit(A_STEP)
  const [before] =
    after === 0
      ? []
      : await db
          .select({ sequence: tables.signedLog.sequence, hash: tables.signedLog.hash })
          .from(tables.signedLog)
          .where(ofCompany(tables.signedLog, companyId, lte(tables.signedLog.sequence, after)))
          .orderBy(desc(tables.signedLog.sequence))
          .limit(1)
  const isDone = rows.length < A_STEP
  const reached = rows.at(-1)?.sequence ?? after
  const verdict = await verify({
    entries: rows.map((row) => entryOf(head.chain, row)),
    head,
    keys: await keysOf(db, companyId),
    isWhole: true,
    ...(before === undefined ? {} : { after: before }),
  })
  const explained = await explainedRemovals(db, companyId, rows)
  const faults = verdict.faults.filter(
    ({ code, sequence }) =>
      // Truncation is checked once, at the end.
      (isDone || code !== 'cut') && !(code === 'emptied' && explained.has(sequence)),
  )
  const copies: Fault[] = []
  for (const row of rows) copies.push(...(await besideTheChain(db, companyId, [row])))
  const logAt = new Map(rows.map(({ sequence, procedureLogId }) => [sequence, procedureLogId]))
  return {
    reached,
    of: head.sequence,
    isDone,
    faults: distinct([...faults, ...copies]).map((fault) => ({
      ...fault,
      logId: logAt.get(fault.sequence) ?? null,
    })),
  }
}

/** A removal comes later in the chain than what it removed. */
async function explainedRemovals(
  db: Db,
  companyId: Id<'company'>,
  rows: readonly Row[],
): Promise<ReadonlySet<number>> {
  const empty = rows.filter(({ record }) => record === null)
  if (empty.length === 0) return new Set()
  const removals = await db
    .select({ record: tables.signedLog.record })
    .from(tables.signedLog)
    .where(
      ofCompany(
        tables.signedLog,
        companyId,
        eq(tables.signedLog.kind, 'removal'),
        inArray(
          sql`${tables.signedLog.procedureLogId}`,
          empty.map(({ procedureLogId }) => procedureLogId),
        ),
      ),
    )
  const hashAt = new Map(empty.map(({ sequence, recordHash }) => [sequence, recordHash]))
  return new Set(
    removals.flatMap(({ record }) =>
      record?.kind === 'removal'
        ? record.removed
            .filter(({ sequence, recordHash }) => hashAt.get(sequence) === recordHash)
            .map(({ sequence }) => sequence)
        : [],
    ),
  )
}

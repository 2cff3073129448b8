/**
 * Verifies a chain or a part of it, and names each fault. It does not trust the origin of the data.
 */
import {
  canonical,
  fromBase64Url,
  headText,
  isSignedBy,
  keyIdOf,
  linkText,
  sha256,
} from './crypto.ts'
import { FIRST_HASH, type Bundle, type Entry, type Head, type PublicKey } from './record.ts'

export const faultCodes = [
  'changed',
  'signature',
  /** The key is not among the given keys, or its id does not match its bytes. */
  'unknownKey',
  'hole',
  'swapped',
  'cut',
  /** The hashes of two neighbours do not match. */
  'broken',
  /** The content is missing, and no removal record explains it. */
  'emptied',
  /** The product's own copy differs from the signed record. */
  'copy',
  /** A photo or signature is missing or differs from the signed file. */
  'file',
] as const
export type FaultCode = (typeof faultCodes)[number]
/** The sequence in the chain; for `hole`, the first missing one. */
export interface Fault {
  code: FaultCode
  sequence: number
}
export interface Verdict {
  faults: Fault[]
  /** Content removed by retention, which is not a fault. */
  removed: { sequence: number; at: string }[]
}

interface Given {
  entries: readonly Entry[]
  head: Head
  keys: readonly PublicKey[]
  /**
   * True for a complete chain. False for an excerpt, as in an export: only adjacent entries that
   * are both present must match.
   */
  isWhole: boolean
  /** For a part that is otherwise complete: the last verified link before it. */
  after?: { sequence: number; hash: string }
}

export async function verify(given: Given): Promise<Verdict> {
  const { head } = given
  const entries = given.entries.toSorted((a, b) => a.sequence - b.sequence)
  const keys = await keysByName(given.keys)
  const faults: Fault[] = []
  const suspects: Suspect[] = []
  for (const entry of entries) {
    const suspect = await examine(entry, head.chain, keys)
    if (suspect.codes.length > 0) suspects.push(suspect)
  }
  faults.push(...(await explain(suspects)))
  const known = new Set(faults.map(({ sequence }) => sequence))
  faults.push(...chainFaults(given, entries, known))
  faults.push(...(await headFaults(given, entries, keys, known)))
  const removed = removals(entries)
  const whyless = entries.filter(
    (entry) =>
      entry.record === null &&
      given.isWhole &&
      removed.get(entry.sequence)?.recordHash !== entry.recordHash,
  )
  faults.push(...whyless.map(({ sequence }) => ({ code: 'emptied' as const, sequence })))
  return {
    faults: faults.toSorted((a, b) => a.sequence - b.sequence),
    removed: entries.flatMap(({ record, sequence }) => {
      const why = removed.get(sequence)
      return record === null && why !== undefined ? [{ sequence, at: why.at }] : []
    }),
  }
}

/**
 * Verifies an exported record. It must contain the procedure log or its removal record; otherwise a
 * bundle without content would pass, because there is nothing to check.
 */
export async function verifyBundle(bundle: Bundle, keys = bundle.keys): Promise<Verdict> {
  const { faults, removed } = await verify({ ...bundle, keys, isWhole: false })
  const isThere = bundle.entries.some(
    ({ record }) =>
      (record?.kind === 'performance' || record?.kind === 'removal') &&
      record.logId === bundle.logId,
  )
  if (isThere) return { faults, removed }
  const sequence = bundle.entries.find(({ record }) => record === null)?.sequence ?? 1
  return { faults: [...faults, { code: 'emptied', sequence }], removed }
}

/** Keys by id; a key whose id does not match its bytes is dropped. */
async function keysByName(keys: readonly PublicKey[]): Promise<Map<string, string>> {
  const named = new Map<string, string>()
  for (const { id, publicKey } of keys) {
    const raw = fromBase64Url(publicKey, 32)
    if (raw !== null && (await keyIdOf(raw)) === id) named.set(id, publicKey)
  }
  return named
}

interface Suspect {
  entry: Entry
  codes: FaultCode[]
  content: string | null
}

async function examine(
  entry: Entry,
  chain: string,
  keys: ReadonlyMap<string, string>,
): Promise<Suspect> {
  const codes: FaultCode[] = []
  const content = entry.record === null ? null : await sha256(canonical(entry.record))
  const text = linkText(entry)
  if (
    (content !== null && content !== entry.recordHash) ||
    entry.chain !== chain ||
    (await sha256(text)) !== entry.hash
  )
    codes.push('changed')
  const key = keys.get(entry.keyId)
  if (key === undefined) codes.push('unknownKey')
  // A changed entry has no valid signature either; report it once.
  else if (codes.length === 0 && !(await isSignedBy(key, entry.signature, text)))
    codes.push('signature')
  return { entry, codes, content }
}

/** Explaining compares each pair; above this number, entries are only reported as changed. */
const MAX_EXPLAINED = 60

/** Changed entries that fit each other's position were swapped. */
async function explain(suspects: readonly Suspect[]): Promise<Fault[]> {
  const changed = suspects.filter(({ codes }) => codes.includes('changed'))
  const swapped = new Set<Suspect>()
  for (const one of changed.slice(0, MAX_EXPLAINED))
    for (const other of changed.slice(0, MAX_EXPLAINED)) {
      if (one === other) continue
      const hasOthersContent = one.content !== null && one.content === other.entry.recordHash
      const isOfOthersPlace =
        (await sha256(linkText({ ...one.entry, sequence: other.entry.sequence }))) ===
        one.entry.hash
      if (hasOthersContent || isOfOthersPlace) swapped.add(one)
    }
  return suspects.flatMap((suspect) =>
    suspect.codes.map((code) => ({
      code: code === 'changed' && swapped.has(suspect) ? ('swapped' as const) : code,
      sequence: suspect.entry.sequence,
    })),
  )
}

function chainFaults(
  { isWhole, after }: Given,
  entries: readonly Entry[],
  known: ReadonlySet<number>,
): Fault[] {
  const faults: Fault[] = []
  const before = after ?? { sequence: 0, hash: FIRST_HASH }
  let previous: { sequence: number; hash: string } | null = isWhole ? before : null
  for (const entry of entries) {
    const place = previous?.sequence
    if (place !== undefined && previous !== null) {
      if (isWhole && entry.sequence > place + 1) faults.push({ code: 'hole', sequence: place + 1 })
      else if (
        entry.sequence === place + 1 &&
        entry.previousHash !== previous.hash &&
        !known.has(entry.sequence) &&
        !known.has(place)
      )
        faults.push({ code: 'broken', sequence: entry.sequence })
      else if (entry.sequence === place) faults.push({ code: 'swapped', sequence: entry.sequence })
    } else if (
      entry.sequence === 1 &&
      entry.previousHash !== FIRST_HASH &&
      !known.has(entry.sequence)
    )
      faults.push({ code: 'broken', sequence: 1 })
    previous = entry
  }
  return faults
}

async function headFaults(
  { head, isWhole }: Given,
  entries: readonly Entry[],
  keys: ReadonlyMap<string, string>,
  known: ReadonlySet<number>,
): Promise<Fault[]> {
  const faults: Fault[] = []
  const key = keys.get(head.keyId)
  if (key === undefined) faults.push({ code: 'unknownKey', sequence: head.sequence })
  else if (!(await isSignedBy(key, head.signature, headText(head))))
    faults.push({ code: 'signature', sequence: head.sequence })
  const last = entries.at(-1)
  const reached = last?.sequence ?? 0
  if (isWhole && reached < head.sequence) faults.push({ code: 'cut', sequence: reached + 1 })
  // Entries beyond the signed head were not added by this company's server.
  if (reached > head.sequence) faults.push({ code: 'cut', sequence: head.sequence })
  const atHead = entries.find(({ sequence }) => sequence === head.sequence)
  if (atHead !== undefined && atHead.hash !== head.hash && !known.has(atHead.sequence))
    faults.push({ code: 'broken', sequence: atHead.sequence })
  return faults.filter(
    ({ code, sequence }, index) =>
      faults.findIndex((one) => one.code === code && one.sequence === sequence) === index,
  )
}

function removals(entries: readonly Entry[]): Map<number, { recordHash: string; at: string }> {
  return new Map(
    entries.flatMap(({ record }) =>
      record?.kind === 'removal'
        ? record.removed.map(
            ({ sequence, recordHash }) => [sequence, { recordHash, at: record.at }] as const,
          )
        : [],
    ),
  )
}

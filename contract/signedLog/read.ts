/** Reads an exported record from an untrusted JSON or PDF file. */
import type { Bundle, Entry, Head, PublicKey } from './record.ts'
import { FORMAT } from './record.ts'
import { isObject, isRecord } from './recordShape.ts'

export class NotARecord extends Error {
  override name = 'NotARecord'
}
/** A PDF without attachments, for example after printing to PDF. */
export class NoAttachment extends NotARecord {
  override name = 'NoAttachment'
}

/**
 * Reads the attachments of a PDF, decompressed. Throws if the PDF is unreadable. Needed only for
 * files that another program saved again.
 */
export type AttachmentsOf = (
  pdf: Uint8Array,
) => Promise<readonly { filename: string; content: Uint8Array }[]>

/** Larger than any record that the server writes. */
const FILE_MAXIMUM = 50 * 1024 * 1024
const MAX_ENTRIES = 10_000

export async function readExported(
  bytes: Uint8Array,
  attachmentsOf: AttachmentsOf,
): Promise<Bundle> {
  if (bytes.length > FILE_MAXIMUM) throw new NotARecord('too large')
  // PDF readers accept leading bytes, which mail programs add.
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024))
  const isPdf = start.includes('%PDF-') && !start.trimStart().startsWith('{')
  const text = isPdf
    ? (plainAttachment(bytes) ?? (await savedAgain(bytes, attachmentsOf)))
    : new TextDecoder().decode(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new NotARecord('not JSON')
  }
  return bundleOf(value)
}

export const ATTACHMENT = 'record.json'

async function savedAgain(bytes: Uint8Array, attachmentsOf: AttachmentsOf): Promise<string> {
  let files
  try {
    files = await attachmentsOf(bytes.slice())
  } catch {
    throw new NotARecord('not a readable PDF')
  }
  const record =
    files.find(({ filename }) => filename === ATTACHMENT) ??
    files.find(({ filename }) => filename.endsWith('.json'))
  if (record === undefined) throw new NoAttachment('no record in this PDF')
  if (record.content.length > FILE_MAXIMUM) throw new NotARecord('too large')
  return new TextDecoder().decode(record.content)
}

/**
 * The record as the server attaches it, uncompressed; the last if there are several. Null if
 * absent, for example after another program saved the file.
 */
function plainAttachment(bytes: Uint8Array): string | null {
  const text = new TextDecoder('latin1').decode(bytes)
  const found = [
    ...text.matchAll(/\/Type \/EmbeddedFile[^>]*?\/Length (\d{1,9})(?![\d ]+R)[^>]*>>\s*stream\n/g),
  ]
  const last = found.at(-1)
  if (last === undefined || last[0].includes('/Filter')) return null
  const start = last.index + last[0].length
  const length = Number(last[1])
  return new TextDecoder().decode(bytes.subarray(start, start + length))
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 4_000
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const isLinked = (value: Record<string, unknown>, texts: readonly string[]): boolean =>
  isCount(value['sequence']) && texts.every((key) => isText(value[key]))

const isEntry = (value: unknown): value is Entry =>
  isObject(value) &&
  isLinked(value, [
    'chain',
    'previousHash',
    'recordHash',
    'keyId',
    'sealedAt',
    'hash',
    'signature',
  ]) &&
  (value['record'] === null || isRecord(value['record']))

const isHead = (value: unknown): value is Head =>
  isObject(value) && isLinked(value, ['chain', 'hash', 'keyId', 'sealedAt', 'signature'])

const isKey = (value: unknown): value is PublicKey =>
  isObject(value) && isText(value['id']) && isText(value['publicKey'])

export function readKeys(value: unknown): PublicKey[] {
  const keys = isObject(value) ? value['keys'] : value
  if (!Array.isArray(keys) || keys.length > MAX_ENTRIES || !keys.every(isKey))
    throw new NotARecord('no public keys')
  return keys
}

const isAddress = (value: string) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

export function bundleOf(value: unknown): Bundle {
  if (!isObject(value) || value['format'] !== FORMAT) throw new NotARecord('another format')
  const { address, logId, entries, head, keys } = value
  if (
    !isText(address) ||
    !isAddress(address) ||
    !isCount(logId) ||
    !Array.isArray(entries) ||
    entries.length === 0 ||
    entries.length > MAX_ENTRIES ||
    !entries.every(isEntry) ||
    !isHead(head)
  )
    throw new NotARecord('parts are missing')
  return { format: FORMAT, address, logId, entries, head, keys: readKeys(keys) }
}

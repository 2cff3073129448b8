/**
 * Drafts after sign-out: AES-256-GCM under a key that the server gives to their owner alone. Needs
 * a secure context (https or localhost); elsewhere drafts stay as they are.
 */
import { draftEntries, restoreDraft, type DraftOwner } from './draftStorage.ts'

const PREFIX = 'plantroom.sealed'
const IV_BYTES = 12
const DAY_MS = 24 * 3_600_000
/** Answers in progress are work that was done, so they are stored longer. */
const STORED_DAYS = { performances: 60, others: 30 }

interface Sealed {
  at: number
  iv: string
  data: string
}

const prefixOf = ({ companyId, userId }: DraftOwner): string => `${PREFIX}.${companyId}.${userId}.`
const isAvailable = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined

let pending: Promise<unknown> = Promise.resolve()

/**
 * Days that sealed drafts are stored. Answers in progress are finished work, so they stay longer.
 */
export const whenDraftsSealed = (): Promise<unknown> => pending

/** Seals every draft of the owner and removes the plain text. `key`: 32 bytes, base64url. */
export function sealDrafts(owner: DraftOwner, key: string): Promise<void> {
  const sealed = sealAll(owner, key).catch((error: unknown) => {
    console.warn('Drafts could not be sealed', error)
  })
  pending = Promise.all([pending, sealed])
  return sealed
}

async function sealAll(owner: DraftOwner, key: string): Promise<void> {
  if (!isAvailable()) return
  const cipherKey = await importKey(key)
  for (const { name, place, at } of draftEntries(owner)) {
    const text = localStorage.getItem(name)
    if (text === null) continue
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const data = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv },
      cipherKey,
      new TextEncoder().encode(text),
    )
    const sealed: Sealed = { at, iv: toText(iv), data: toText(new Uint8Array(data)) }
    localStorage.setItem(`${prefixOf(owner)}${place}`, JSON.stringify(sealed))
    // Another tab may have written meanwhile; its own sign-out seals that text.
    if (localStorage.getItem(name) === text) localStorage.removeItem(name)
  }
}

/**
 * Opens the owner's sealed drafts with the first matching key and stores them as plain text, unless
 * a newer draft has their place. Returns how many.
 */
export async function openDrafts(owner: DraftOwner, keys: readonly string[]): Promise<number> {
  const prefix = prefixOf(owner)
  const names = sealedNames().filter((name) => name.startsWith(prefix))
  if (names.length === 0 || !isAvailable()) return 0
  const cipherKeys = await Promise.all(keys.map(importKey))
  let count = 0
  for (const name of names) {
    const sealed = sealedIn(localStorage.getItem(name))
    const text = sealed && (await firstOpened(cipherKeys, sealed))
    if (text === undefined) continue // the server no longer has the key of this draft
    if (restoreDraft(owner, name.slice(prefix.length), text)) count += 1
    localStorage.removeItem(name)
  }
  return count
}

/** Removes expired sealed drafts of every owner. */
export function forgetOldSeals(now: number): void {
  for (const name of sealedNames()) {
    const sealed = sealedIn(localStorage.getItem(name))
    const area = name.split('.')[4]
    const days = area === 'performances' ? STORED_DAYS.performances : STORED_DAYS.others
    if (sealed === undefined || now - sealed.at > days * DAY_MS) localStorage.removeItem(name)
  }
}

async function firstOpened(
  keys: readonly CryptoKey[],
  { iv, data }: Sealed,
): Promise<string | undefined> {
  for (const key of keys) {
    try {
      const text = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: toBytes(iv) },
        key,
        toBytes(data),
      )
      return new TextDecoder().decode(text)
    } catch {
      continue // another key sealed this draft
    }
  }
  return undefined
}

const importKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', toBytes(key), 'AES-GCM', false, ['encrypt', 'decrypt'])

function sealedNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(`${PREFIX}.`))
  } catch {
    return [] // the browser refuses storage
  }
}

function sealedIn(text: string | null): Sealed | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null) return undefined
    const { at, iv, data } = value as Partial<Record<keyof Sealed, unknown>>
    return typeof at === 'number' && typeof iv === 'string' && typeof data === 'string'
      ? { at, iv, data }
      : undefined
  } catch {
    return undefined
  }
}

const CHUNK = 8_192

/** base64url without padding. */
function toText(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += CHUNK)
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))

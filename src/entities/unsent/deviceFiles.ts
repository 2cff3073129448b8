/**
 * Photos, documents and signatures on this device: kept the moment they are there, brought to the
 * server when it can be reached.
 */
import { files as contract } from '#contract/files.ts'
import { upload } from '#api/files.ts'
import { device, type DeviceBytes } from './device.ts'

/** Where the device refuses, until the page is closed. */
const inMemory = new Map<string, DeviceBytes>()

/** False when it lies in memory only: the page then says so. */
export async function saveFile(key: string, file: File): Promise<boolean> {
  const kept: DeviceBytes = {
    key,
    name: file.name,
    mime: file.type,
    bytes: await file.arrayBuffer(),
    keptAt: Date.now(),
    sent: null,
  }
  try {
    await (await device()).put('files', kept)
    void askToStay()
    return true
  } catch {
    inMemory.set(key, kept)
    return false
  }
}

/**
 * The browser is asked not to clear what is kept here when room gets short. Some ask the person; a
 * no is taken.
 */
async function askToStay(): Promise<void> {
  if ('storage' in navigator && 'persist' in navigator.storage)
    await navigator.storage.persist().catch(() => false)
}

export async function deviceFile(key: string): Promise<DeviceBytes | undefined> {
  return (
    inMemory.get(key) ??
    (await device()
      .then((database) => database.get('files', key))
      .catch(() => undefined))
  )
}

export async function dropFiles(keys: readonly string[]): Promise<void> {
  for (const key of keys) inMemory.delete(key)
  await device()
    .then((database) => Promise.all(keys.map((key) => database.delete('files', key))))
    .catch(() => undefined)
}

/**
 * Forgets bytes that nothing can want any more: their performance was given up where nobody saw it.
 */
export async function sweepFiles(before: number): Promise<void> {
  const all = await device()
    .then((database) => database.getAll('files'))
    .catch(() => [])
  await dropFiles(all.filter(({ keptAt }) => keptAt < before).map(({ key }) => key))
}

/** The server keeps for a day what no log names yet; well before that it is brought again. */
const FRESH = 12 * 3_600_000

export class FileMissing extends Error {}

const onTheirWay = new Map<string, Promise<number>>()

/**
 * Its id on the server, where it is brought if it is not there yet. Two who ask at once wait for
 * one.
 */
export function bringFile(key: string, onProgress?: (share: number) => void): Promise<number> {
  const running = onTheirWay.get(key)
  if (running !== undefined) return running
  const bringing = bring(key, onProgress).finally(() => onTheirWay.delete(key))
  onTheirWay.set(key, bringing)
  return bringing
}

async function bring(
  key: string,
  onProgress: ((share: number) => void) | undefined,
): Promise<number> {
  const kept = await deviceFile(key)
  if (kept === undefined) throw new FileMissing(key)
  if (kept.sent !== null && Date.now() - kept.sent.at < FRESH) return kept.sent.id
  const file = new File([kept.bytes], kept.name, { type: kept.mime })
  const { id } = await upload(contract.uploadFile, {}, file, (loaded, total) =>
    onProgress?.(total === undefined ? 0 : loaded / total),
  )
  await noteSent(key, { id, at: Date.now() })
  return id
}

async function noteSent(key: string, sent: NonNullable<DeviceBytes['sent']>): Promise<void> {
  const here = inMemory.get(key)
  if (here !== undefined) inMemory.set(key, { ...here, sent })
  try {
    const database = await device()
    const kept = await database.get('files', key)
    // not if it was taken away meanwhile
    if (kept !== undefined) await database.put('files', { ...kept, sent })
  } catch {
    // It is brought once more, that is all.
  }
}

/**
 * Photos, documents and signatures on this device: stored at once, uploaded when the server is
 * reachable.
 */
import { files as contract } from '#contract/files.ts'
import { upload } from '#api/files.ts'
import { device, type DeviceBytes } from './device.ts'

/** Used if the device refuses storage, until the page closes. */
const inMemory = new Map<string, DeviceBytes>()

/** Returns false if the file is only in memory; the page then warns. */
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
 * Asks the browser to keep this storage when space is short. Some browsers ask the person; a
 * refusal is accepted.
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

/** Deletes files whose procedure was abandoned elsewhere. */
export async function sweepFiles(before: number): Promise<void> {
  const all = await device()
    .then((database) => database.getAll('files'))
    .catch(() => [])
  await dropFiles(all.filter(({ keptAt }) => keptAt < before).map(({ key }) => key))
}

/**
 * Milliseconds. The server keeps unused files for a day; older uploads are repeated well before.
 */
const FRESH = 12 * 3_600_000

export class FileMissing extends Error {}

const onTheirWay = new Map<string, Promise<number>>()

/** Returns the server's file id, after uploading if needed. Concurrent calls share one upload. */
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
    // the file may have been deleted meanwhile
    if (kept !== undefined) await database.put('files', { ...kept, sent })
  } catch {
    // a failed update only costs another upload
  }
}

/** Secrets that the server generates, stored in the data folder and readable only by its owner. */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { syncToDisk } from './ports/disk.ts'

export class BrokenSecret extends Error {
  override name = 'BrokenSecret'
}

/** `bytes` random bytes in base64url, generated on the first start. */
export function ownSecret(dataDir: string, name: string, bytes: number): string {
  const path = join(dataDir, name)
  if (!existsSync(path)) make(path, randomBytes(bytes).toString('base64url'))
  const kept = readFileSync(path, 'utf8').trim()
  if (/^[\w-]+$/.test(kept) && Buffer.from(kept, 'base64url').length >= bytes) {
    chmodSync(path, 0o600)
    return kept
  }
  throw new BrokenSecret(
    `${path} is ${kept === '' ? 'empty' : 'broken'}. Put it back from a backup; without it what it protects is lost, ` +
      'and removing the file makes a new one.',
  )
}

/** Returns undefined before the first start. */
export function keptDataKey(dataDir: string): Buffer | undefined {
  const path = join(dataDir, 'data-key')
  return existsSync(path)
    ? Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url').subarray(0, 32)
    : undefined
}

/**
 * Saves a secret from a backup. Keeps an existing one, which may have encrypted data outside the
 * backup.
 */
export function saveSecret(dataDir: string, name: string, secret: string): void {
  const path = join(dataDir, name)
  if (!existsSync(path)) make(path, secret)
}

/**
 * Atomic: a power cut leaves either no file or all of it. If two servers start at once, the first
 * one's secret stays.
 */
function make(path: string, secret: string): void {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, secret)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(draft, path)
    syncToDisk(dirname(path)) // the name too: without the secret, the data encrypted with it is lost
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

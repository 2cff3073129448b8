/**
 * Secrets that the server makes for itself, kept beside the data and readable by its owner only.
 */
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

/** A kept secret that cannot be used. The message is a sentence for whoever started the server. */
export class BrokenSecret extends Error {
  override name = 'BrokenSecret'
}

/** So many random bytes in base64url, made on the first start. */
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

/** The data key of an earlier start; undefined if there is none. */
export function keptDataKey(dataDir: string): Buffer | undefined {
  const path = join(dataDir, 'data-key')
  return existsSync(path)
    ? Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url').subarray(0, 32)
    : undefined
}

/** One that a backup brings. One that is there stays: it may have sealed what the backup lacks. */
export function saveSecret(dataDir: string, name: string, secret: string): void {
  const path = join(dataDir, name)
  if (!existsSync(path)) make(path, secret)
}

/**
 * Whole or not at all: a power cut leaves either no file or all of it. Of two servers at once the
 * first one's stays.
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
    syncToDisk(dirname(path)) // its name, too: what it seals would be lost with it
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

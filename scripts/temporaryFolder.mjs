/**
 * Where a test run keeps what lasts no longer than itself: databases, profiles of browsers, folders
 * of files. In memory where the machine has room for it: making and dropping a hundred databases of
 * a thousand files each costs up to ten times as much on a disk, and another time in each run.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const GIB = 2 ** 30
/** A whole run keeps some 0.5 GiB at a time; the rest is for the processes themselves. */
const MIN_ROOM_BYTES = 4 * GIB
const MIN_MEMORY_BYTES = 8 * GIB
/** With the process whose it is, so that the next run finds what a killed one left. */
const ours = /^plantroom-run-(\d+)-/

/**
 * For this process and all that it starts. Leaves alone a machine without room, and a TMPDIR that
 * was named by hand.
 */
export function keepTemporaryInMemory(memory = '/dev/shm') {
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return
  removeLeftBehind(memory)
  if (!hasRoom(memory)) return
  const folder = mkdtempSync(join(memory, `plantroom-run-${process.pid}-`))
  chmodSync(folder, 0o755) // PostgreSQL runs as another user where the tests run as root
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}

function removeLeftBehind(memory) {
  for (const name of readdirSync(memory)) {
    const pid = ours.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(memory, name), { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM' // somebody else's
  }
}

function hasRoom(folder) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= MIN_ROOM_BYTES && process.availableMemory() >= MIN_MEMORY_BYTES
}

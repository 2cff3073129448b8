/**
 * Folder for temporary data of a test run: databases, browser profiles, files. In memory if there
 * is room: creating and dropping a hundred databases of a thousand files each takes up to ten times
 * as long on a disk.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const GIB = 2 ** 30
/** A run uses about 0.5 GiB at a time. The remaining memory is for processes. */
const MIN_ROOM_BYTES = 4 * GIB
const MIN_MEMORY_BYTES = 8 * GIB
/** Contains the process id, so that the next run finds the folders of a killed one. */
const ours = /^plantroom-run-(\d+)-/

export function keepTemporaryInMemory(memory = '/dev/shm') {
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return
  removeLeftBehind(memory)
  if (!hasRoom(memory)) return
  const folder = mkdtempSync(join(memory, `plantroom-run-${process.pid}-`))
  chmodSync(folder, 0o755) // if the tests run as root, PostgreSQL runs as another user
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
    return error.code === 'EPERM' // the process belongs to another user
  }
}

function hasRoom(folder) {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= MIN_ROOM_BYTES && process.availableMemory() >= MIN_MEMORY_BYTES
}

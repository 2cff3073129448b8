/**
 * A disk of its own whose power can be cut: a block device over a file, with ext4 on it. What the
 * file system has not written to the device when the power goes is not in the file, as with any
 * disk; what remains is mounted as the next start would find it. Needs root on Linux.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'

export interface Disk {
  folder: string
  /** Writes out all there is, as time would. */
  settle(): void
  /** Mounts the disk's present content as another disk. Kill the writer first. */
  cutPower(): Disk
  remove(): void
}

const SIZE = '400M'
/** Nothing is written by itself while a test runs: only what is synced reaches the device. */
const OPTIONS = 'loop,commit=600,noauto_da_alloc'

export function makeDisk(): Disk {
  const place = mkdtempSync(join(tmpdir(), 'plantroom-disk-'))
  const image = join(place, 'image')
  quietly('truncate', '-s', SIZE, image)
  quietly('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image)
  return mount(place, image)
}

/** Why no such disk can be made here; undefined where it can. */
function whyNoDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can mount one'
  if (!existsSync('/dev/loop-control')) return 'this machine has no loop devices'
  try {
    makeDisk().remove()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.split('\n').slice(0, 2).join(' ') : String(error)
  }
}

/**
 * Disks that are taken away after each test; `why` says why there are none here, and has been told.
 */
export function testDisks(what: string): { why: string | undefined; kept(disk: Disk): Disk } {
  const why = whyNoDisk()
  if (why !== undefined) console.warn(`Cutting the power of ${what} was not run: ${why}.`)
  const disks: Disk[] = []
  afterEach(() => {
    for (const disk of disks.splice(0)) disk.remove()
  })
  return {
    why,
    kept(disk) {
      disks.push(disk)
      return disk
    },
  }
}

/** Where the server's folder lies on it. */
export const dataOn = (disk: Disk): string => join(disk.folder, 'data')

function mount(place: string, image: string): Disk {
  chmodSync(place, 0o755) // PostgreSQL comes as another user
  const folder = join(place, 'mounted')
  mkdirSync(folder)
  try {
    quietly('mount', '-o', OPTIONS, image, folder)
  } catch (error) {
    rmSync(place, { recursive: true, force: true })
    throw error
  }
  return {
    folder,
    settle: () => {
      quietly('sync', '-f', folder)
    },
    cutPower() {
      const next = mkdtempSync(join(tmpdir(), 'plantroom-disk-'))
      copyFileSync(image, join(next, 'image'), constants.COPYFILE_FICLONE)
      return mount(next, join(next, 'image'))
    },
    remove() {
      quietly('umount', '-l', folder)
      rmSync(place, { recursive: true, force: true })
    },
  }
}

const quietly = (command: string, ...args: string[]) =>
  execFileSync(command, args, { stdio: 'pipe' })

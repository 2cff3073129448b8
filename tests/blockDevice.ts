/**
 * A disk whose power can be cut: a block device over a file, with ext4. Data that the file system
 * has not written when the power is cut is lost, as on any disk. Needs root on Linux.
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
  settle(): void
  /** Mounts a copy of the disk's present content. Kill the writer first. */
  cutPower(): Disk
  remove(): void
}

const SIZE = '400M'
/** Disables background writes during a test: only synced data reaches the device. */
const OPTIONS = 'loop,commit=600,noauto_da_alloc'

export function makeDisk(): Disk {
  const place = mkdtempSync(join(tmpdir(), 'plantroom-disk-'))
  const image = join(place, 'image')
  quietly('truncate', '-s', SIZE, image)
  quietly('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image)
  return mount(place, image)
}

/** Why such a disk cannot be made here. Undefined if it can. */
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

export const dataOn = (disk: Disk): string => join(disk.folder, 'data')

function mount(place: string, image: string): Disk {
  chmodSync(place, 0o755) // PostgreSQL accesses the folder as another user
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

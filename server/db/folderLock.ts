/**
 * Locks a data folder for one process. The embedded database does not lock its files, and two
 * processes would corrupt them.
 *
 * Each process first writes its own lock file, then looks for others, so of two at once at least
 * one sees the other. Names are never reused: removing a dead owner's file cannot remove a live
 * one's. A killed owner is detected by its missing process. On another machine or in another
 * container, it is detected by its stopped heartbeat.
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Another process uses the folder. The message is a sentence for the user who started the second
 * one.
 */
export class DataFolderBusy extends Error {
  override name = 'DataFolderBusy'
  constructor(folder: string, owner: Owner) {
    super(
      `The data folder ${folder} is in use by another Plantroom (process ${owner.pid} on ${owner.host}); stop that one first, or set DATA_DIR to another folder.`,
    )
  }
}

interface Owner {
  pid: number
  started: string
  machine: string
  host: string
}

const prefix = 'owner-'
const heartbeatMs = 2_000

/**
 * Locks the folder or throws `DataFolderBusy`. Returns the unlock function. `silenceMs`: how long
 * the heartbeat of an owner elsewhere must be missing.
 */
export async function lockFolder(folder: string, { silenceMs = 6_500 } = {}): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const retries = 3
  for (let attempt = 0; ; attempt += 1) {
    const mine = writeClaim(folder)
    const other = await findLiveOwner(folder, mine, silenceMs)
    if (!other) return keepAlive(join(folder, mine))
    rmSync(join(folder, mine), { force: true })
    // Two processes at the same moment both back off; random pauses let one of them succeed.
    if (attempt >= retries || other.machine !== thisMachine())
      throw new DataFolderBusy(folder, other)
    await wait(50 + Math.random() * 250)
  }
}

function writeClaim(folder: string): string {
  const name = `${prefix}${process.pid}-${randomUUID()}`
  const owner: Owner = {
    pid: process.pid,
    started: startOf(process.pid) ?? '',
    machine: thisMachine(),
    host: hostname(),
  }
  const unfinished = join(folder, `.${name}`)
  writeFileSync(unfinished, JSON.stringify(owner), { mode: 0o600 })
  renameSync(unfinished, join(folder, name)) // atomic
  return name
}

async function findLiveOwner(
  folder: string,
  mine: string,
  silenceMs: number,
): Promise<Owner | undefined> {
  const others = readdirSync(folder).filter((name) => name.startsWith(prefix) && name !== mine)
  for (const name of others) {
    const path = join(folder, name)
    const owner = readOwner(path)
    if (owner && (await isAlive(owner, path, silenceMs))) return owner
    rmSync(path, { force: true })
  }
  return undefined
}

function readOwner(path: string): Owner | undefined {
  try {
    // complete, because writeClaim renames it, or already gone
    return JSON.parse(readFileSync(path, 'utf8')) as Owner
  } catch {
    return undefined
  }
}

async function isAlive(owner: Owner, path: string, silenceMs: number): Promise<boolean> {
  if (owner.machine === thisMachine()) return startOf(owner.pid) === owner.started
  const before = heartbeatOf(path)
  for (const end = Date.now() + silenceMs; Date.now() < end;) {
    await wait(100)
    if (heartbeatOf(path) !== before) return true
  }
  return false
}

function heartbeatOf(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs
  } catch {
    return undefined
  }
}

function keepAlive(path: string): () => void {
  // A timer and not a job of the kernel: the lock exists before the kernel starts and after it
  // stops.
  const timer = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      // The folder was removed, as tests do, so there is nothing left to lock.
    }
  }, heartbeatMs).unref()
  return () => {
    clearInterval(timer)
    rmSync(path, { force: true })
  }
}

/**
 * Start time of a process, so that a reused pid is not taken for its former owner. Undefined if the
 * process is gone.
 */
function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') return startFromProc(pid)
  try {
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() ||
      undefined
    )
  } catch {
    return undefined
  }
}

function startFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the process name before it may contain spaces
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const gone = fields[0] === 'Z' || fields[0] === 'X'
    return gone ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** Pids are comparable only within one boot of one kernel and one container's pid namespace. */
function thisMachine(): string {
  if (process.platform !== 'linux') return hostname()
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/**
 * The embedded database: PGlite in a worker thread, behind a Unix socket in a folder only its owner
 * can enter. The pg driver connects as to any PostgreSQL. Never a TCP port: the socket asks for no
 * password.
 */
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { unusableFolder, placesIn, inspectDataFolder } from './dataFolder.ts'
import type { EmbeddedFiles, EmbeddedOrder, FromWorker, ToWorker } from './embeddedWorker.ts'
import { lockFolder } from './folderLock.ts'
import { syncWholeDatabase } from './syncedMark.ts'
import { syncToDisk } from '#ports/disk.ts'
import { serverFile, startThread } from '#ports/serverFile.ts'

export { UnusableFolder } from './dataFolder.ts'
export { DataFolderBusy } from './folderLock.ts'

export interface EmbeddedOptions {
  /** Created if missing, with mode 0700. Throws `DataFolderBusy` if another process uses it. */
  dataDir: string
  /** A dump to load instead of creating an empty database. Only for an empty folder. */
  snapshot?: Uint8Array | undefined
  /** For tests: nothing is stored, and the folder holds only the socket. */
  inMemory?: boolean
  /**
   * Default true: commits are synced before they are acknowledged. Only tests that store nothing
   * disable it.
   */
  fsync?: boolean
  /**
   * Called if the worker dies. By default the process exits, because it cannot serve requests any
   * more.
   */
  onCrash?: ((error: Error) => void) | undefined
}

export interface Embedded {
  /** For `embeddedPool()`. All clients share one session, so session-level SET is not allowed. */
  pool: PoolConfig
  /** The whole database for `snapshot`. There must be no writes meanwhile. */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

const socketPort = 5432 // only names the socket file; nothing listens on the network
const maxConnections = 64
/**
 * V8 optimises a function of PostgreSQL after it ran eleven times longer than by default. A start
 * runs most of them once.
 */
const COMPILE_LATER = '--wasm-tiering-budget=20000000'
const longestSocketPath = 100 // the limit is 104 on macOS and 108 on Linux

export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const folder = resolve(options.dataDir)
  const keeps = options.inMemory !== true
  if (keeps) inspectDataFolder(folder) // before anything is written
  const unlock = await lockFolder(folder)
  try {
    chmodSync(folder, 0o700)
    const fsync = options.fsync ?? true
    if (keeps && inspectDataFolder(folder) === 'new')
      await create(folder, { snapshot: options.snapshot, fsync })
    const files = keeps ? { folder: placesIn(folder).database, fsync } : undefined
    const opened = await openWorker(folder, files, {
      onCrash: options.onCrash,
      snapshot: keeps ? undefined : options.snapshot,
    }).catch((error: unknown) => {
      throw keeps
        ? unusableFolder(folder, error instanceof Error ? error.message : String(error))
        : error
    })
    return { ...opened, close: () => opened.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Creates the database of a new data folder with what `fill` writes, or nothing. Its files are
 * synced once, at the end. Does nothing if the folder has a database. The memory that creation
 * takes is freed only with the thread that calls this.
 */
export async function makeEmbedded(
  dataDir: string,
  fill: (pool: PoolConfig) => Promise<void>,
): Promise<void> {
  const folder = resolve(dataDir)
  const unlock = await lockFolder(folder)
  try {
    if (inspectDataFolder(folder) === 'new') await create(folder, { fill, fsync: true })
  } finally {
    unlock()
  }
}

interface Creation {
  fill?: (pool: PoolConfig) => Promise<void>
  snapshot?: Uint8Array | undefined
  fsync: boolean
}

/** The caller must hold the lock of `dataDir`. */
async function create(dataDir: string, { fill, snapshot, fsync }: Creation): Promise<void> {
  const { database, making } = placesIn(dataDir)
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true, mode: 0o700 })
  const opened = await openWorker(dataDir, { folder: making, fsync: false }, { snapshot })
  try {
    await fill?.(opened.pool)
  } finally {
    await opened.close()
  }
  if (fsync) await syncWholeDatabase(making)
  renameSync(making, database)
  if (fsync) syncToDisk(dataDir)
}

/** The caller must hold the lock of `dataDir`. */
export async function openWorker(
  dataDir: string,
  files: EmbeddedFiles | undefined,
  options: Pick<EmbeddedOptions, 'snapshot' | 'onCrash'> = {},
): Promise<Embedded> {
  const socket = prepareSocket(dataDir)
  try {
    const worker = await startWorker(
      { files, socket: socket.path, maxConnections, snapshot: options.snapshot },
      options.onCrash ?? crash,
    )
    return {
      pool: {
        host: socket.folder,
        port: socketPort,
        user: 'postgres',
        database: 'postgres',
        max: 20,
        // No `pipeline`, or two waiting clients would both prepare the same named plan.
      },
      dump: () => worker.dump(),
      close: () => worker.close().finally(socket.remove),
    }
  } catch (error) {
    socket.remove()
    throw error
  }
}

interface SocketPlace {
  folder: string
  path: string
  remove(): void
}

function prepareSocket(dataDir: string): SocketPlace {
  const name = `.s.PGSQL.${socketPort}`
  const path = join(dataDir, name)
  if (Buffer.byteLength(path) <= longestSocketPath) {
    // left by a killed process; the lock proves that it is unused
    rmSync(path, { force: true })
    return { folder: dataDir, path, remove: () => rmSync(path, { force: true }) }
  }
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-')) // mkdtemp sets mode 0700
  return {
    folder,
    path: join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

interface RunningWorker {
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

async function startWorker(
  order: EmbeddedOrder,
  onCrash: (error: Error) => void,
): Promise<RunningWorker> {
  const worker = spawnWorker(order)
  let closing = false
  const next = <K extends FromWorker['kind']>(kind: K) =>
    new Promise<Extract<FromWorker, { kind: K }>>((done, fail) => {
      const listen = (message: FromWorker) => {
        // The condition proves the cast.
        if (message.kind === kind) done(message as Extract<FromWorker, { kind: K }>)
        else if (message.kind === 'failed') fail(new Error(message.message))
        else return
        worker.off('message', listen)
      }
      worker.on('message', listen)
      worker.once('error', fail)
      worker.once('exit', () => fail(new Error('the embedded database stopped')))
    })
  const ask = (message: ToWorker) => worker.postMessage(message)

  await next('ready')
  worker.on('error', onCrash)
  worker.on('exit', () => {
    if (!closing) onCrash(new Error('The embedded database stopped unexpectedly.'))
  })
  return {
    dump: async () => {
      const dumped = next('dumped')
      ask({ kind: 'dump' })
      return (await dumped).bytes
    },
    close: async () => {
      if (closing) return
      closing = true
      const closed = next('closed')
      ask({ kind: 'close' })
      await closed
      await worker.terminate()
    },
  }
}

function spawnWorker(order: EmbeddedOrder): Worker {
  setFlagsFromString(COMPILE_LATER)
  return startThread(serverFile('db/embeddedWorker'), { workerData: order })
}

function crash(error: Error): never {
  throw error
}

/**
 * The embedded database: PGlite in a worker thread, behind a Unix socket in a folder only its owner
 * can enter. The pg driver connects as to any PostgreSQL. Never a TCP port: the socket asks for no
 * password.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { unusableFolder, placesIn, inspectDataFolder } from './dataFolder.ts'
import type { EmbeddedFiles, EmbeddedOrder, FromWorker, ToWorker } from './embeddedWorker.ts'
import { lockFolder } from './folderLock.ts'

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
  onCrash?: (error: Error) => void
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
const longestSocketPath = 100 // the limit is 104 on macOS and 108 on Linux

export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const folder = resolve(options.dataDir)
  const keeps = options.inMemory !== true
  if (keeps) inspectDataFolder(folder) // before anything is written
  const unlock = await lockFolder(folder)
  try {
    const files = keeps ? filesOf(folder, options.fsync ?? true) : undefined
    chmodSync(folder, 0o700)
    const opened = await openWorker(folder, files, options).catch((error: unknown) => {
      throw files?.makeIn === undefined && files
        ? unusableFolder(folder, error instanceof Error ? error.message : String(error))
        : error
    })
    return { ...opened, close: () => opened.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** `makeIn`: the folder in which a new database is created. Undefined if the database exists. */
interface Files extends EmbeddedFiles {
  makeIn: string | undefined
}

function filesOf(dataDir: string, fsync: boolean): Files {
  const { database, making } = placesIn(dataDir)
  return {
    folder: database,
    makeIn: inspectDataFolder(dataDir) === 'new' ? making : undefined,
    fsync,
  }
}

/** The caller must hold the lock of `dataDir`. */
export async function openWorker(
  dataDir: string,
  files: Files | undefined,
  options: Pick<EmbeddedOptions, 'snapshot' | 'onCrash'> = {},
): Promise<Embedded> {
  const socket = prepareSocket(dataDir)
  try {
    if (files?.makeIn !== undefined)
      await makeDatabase({ kind: 'make', files, makeIn: files.makeIn, snapshot: options.snapshot })
    const worker = await startWorker(
      {
        kind: 'serve',
        files: files && { folder: files.folder, fsync: files.fsync },
        socket: socket.path,
        maxConnections,
        snapshot: files === undefined ? options.snapshot : undefined,
      },
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

async function makeDatabase(order: EmbeddedOrder): Promise<void> {
  const worker = spawnWorker(order)
  await new Promise<void>((done, fail) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'failed') fail(new Error(message.message))
      else done()
    })
    worker.once('error', fail)
    worker.once('exit', () => fail(new Error('the embedded database stopped')))
  })
  await worker.terminate()
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

/**
 * In the bundle, the worker is a file next to this one. From TypeScript sources, it first registers
 * a loader.
 */
function spawnWorker(order: EmbeddedOrder): Worker {
  const fromSource = import.meta.url.endsWith('.ts')
  const file = pathToFileURL(
    join(dirname(fileURLToPath(import.meta.url)), `embeddedWorker.${fromSource ? 'ts' : 'js'}`),
  )
  if (!fromSource) return new Worker(file, { workerData: order })
  // tsx's ES module by path: the module that `require` finds cannot register in a worker on Node
  // 20.
  const tsx = dirname(createRequire(import.meta.url).resolve('tsx/package.json'))
  const loader = pathToFileURL(join(tsx, 'dist/esm/api/index.mjs')).href
  const bootstrap = `import { register } from '${loader}'; register(); await import('${file.href}')`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(bootstrap)}`), {
    workerData: order,
    execArgv: [],
  })
}

function crash(error: Error): never {
  throw error
}

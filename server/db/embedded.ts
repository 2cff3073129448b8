/**
 * The embedded database: PGlite in a worker thread, behind a Unix socket in a folder that only its
 * owner can enter, so that the pg driver speaks to it as to any PostgreSQL. Never a TCP port: the
 * socket asks no password.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PoolConfig } from 'pg'
import { damaged, placesIn, recognise } from './dataFolder.ts'
import type { EmbeddedFiles, EmbeddedOrder, FromWorker, ToWorker } from './embeddedWorker.ts'
import { lockFolder } from './folderLock.ts'

export { UnusableFolder } from './dataFolder.ts'
export { DataFolderBusy } from './folderLock.ts'

export interface EmbeddedOptions {
  /**
   * Made when missing, and closed to others (0700). One process at a time: a second gets
   * DataFolderBusy.
   */
  dataDir: string
  /**
   * A database dumped earlier, loaded instead of an empty one. Only for a folder that holds none
   * yet.
   */
  snapshot?: Uint8Array | undefined
  /** Keeps nothing: the folder only holds the socket. For tests. */
  inMemory?: boolean
  /**
   * Every commit is on the disk before it is acknowledged, as it should be. Only a test that keeps
   * nothing goes without.
   */
  fsync?: boolean
  /**
   * The worker died on its own. By default the process goes down with it: it can answer nothing any
   * more.
   */
  onCrash?: (error: Error) => void
}

export interface Embedded {
  /**
   * For `embeddedPool()`. All its clients share one session: no session-level SET.
   */
  pool: PoolConfig
  /** The whole database as bytes, for `snapshot`. Nothing may be written meanwhile. */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

const socketPort = 5432 // only names the socket file; nothing listens on the network
const maxConnections = 64
const longestSocketPath = 100 // the operating system's limit is 104 on macOS and 108 on Linux

/** Opens the embedded database, making it on the first start. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const folder = resolve(options.dataDir)
  const keeps = options.inMemory !== true
  if (keeps) recognise(folder) // before the first byte is written there
  const unlock = await lockFolder(folder)
  try {
    const files = keeps ? filesOf(folder, options.fsync ?? true) : undefined
    chmodSync(folder, 0o700)
    const opened = await openWorker(folder, files, options).catch((error: unknown) => {
      throw files?.makeIn === undefined && files
        ? damaged(folder, error instanceof Error ? error.message : String(error))
        : error
    })
    return { ...opened, close: () => opened.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

function filesOf(dataDir: string, fsync: boolean): EmbeddedFiles {
  const { database, making } = placesIn(dataDir)
  return { folder: database, makeIn: recognise(dataDir) === 'new' ? making : undefined, fsync }
}

/** PostgreSQL's folder wherever it lies, by whoever holds the lock of `dataDir`. */
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
        // No `pipeline`: two that wait for their turn would both have named a plan by then.
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
    // left by a process that was killed; the lock says it is not in use
    rmSync(path, { force: true })
    return { folder: dataDir, path, remove: () => rmSync(path, { force: true }) }
  }
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-')) // mkdtemp makes it 0700
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
        // The condition has looked at what the cast says.
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
 * In the bundle the worker is the file beside this one; from TypeScript it first registers a loader
 * for itself.
 */
function spawnWorker(order: EmbeddedOrder): Worker {
  const fromSource = import.meta.url.endsWith('.ts')
  const file = pathToFileURL(
    join(dirname(fileURLToPath(import.meta.url)), `embeddedWorker.${fromSource ? 'ts' : 'js'}`),
  )
  if (!fromSource) return new Worker(file, { workerData: order })
  // Its module form by name: the one that `require` finds cannot register in a worker on Node 20.
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

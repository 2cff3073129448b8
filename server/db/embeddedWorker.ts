import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { DurableFiles, durableStart, quickStart } from './durableFiles.ts'
import { serializeRequests } from './serializeRequests.ts'
import { syncWholeDatabase } from './syncedMark.ts'

/** Passed at the start. Without `files`, nothing is stored. `snapshot` fills a new database. */
export interface EmbeddedOrder {
  files: EmbeddedFiles | undefined
  socket: string
  maxConnections: number
  snapshot: Uint8Array | undefined
}
export interface EmbeddedFiles {
  folder: string
  fsync: boolean
}
export type ToWorker = { kind: 'dump' } | { kind: 'close' }
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'dumped'; bytes: Uint8Array }
  | { kind: 'closed' }
  | { kind: 'failed'; message: string }

// set by embedded.ts, the only caller
const order = workerData as EmbeddedOrder
if (!parentPort) throw new Error('embeddedWorker.ts runs in a worker thread only')
const port = parentPort

const answer = (message: FromWorker, transfer: ArrayBuffer[] = []) =>
  port.postMessage(message, transfer)

/** PostgreSQL's reason for a failed start: PGlite's own error does not contain it. */
let lastWords: string | undefined
const listen = (line: string): boolean => {
  lastWords = /(?:FATAL|PANIC):\s*(.+)/.exec(line)?.[1] ?? lastWords
  return false
}

try {
  await serve(order)
} catch (error) {
  answer({
    kind: 'failed',
    message: lastWords ?? (error instanceof Error ? error.message : String(error)),
  })
}

async function serve({ files, socket, maxConnections, snapshot }: EmbeddedOrder): Promise<void> {
  const db = await open(files, snapshot)
  const server = new PGLiteSocketServer({
    db: serializeRequests(db, (error) => {
      setImmediate(() => {
        throw error // ends the thread and so the process, which could not serve requests any more
      })
    }),
    path: socket,
    maxConnections,
  })
  await server.start()
  port.on('message', (message: ToWorker) => {
    void (message.kind === 'dump' ? dump(db) : close(db, server)).catch((error: unknown) => {
      answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
    })
  })
  answer({ kind: 'ready' })
}

function options(snapshot: Uint8Array | undefined): PGliteOptions {
  return {
    extensions: { pg_trgm, btree_gin, btree_gist },
    onStderr: listen,
    ...(snapshot ? { loadDataDir: new Blob([new Uint8Array(snapshot)]) } : {}),
  }
}

async function open(
  files: EmbeddedFiles | undefined,
  snapshot: Uint8Array | undefined,
): Promise<PGlite> {
  if (!files) return PGlite.create({ dataDir: 'memory://', ...options(snapshot) })
  const { folder, fsync } = files
  if (fsync) await syncWholeDatabase(folder)
  return PGlite.create({
    ...options(snapshot),
    fs: new DurableFiles(folder),
    startParams: fsync ? durableStart : quickStart,
  })
}

async function dump(db: PGlite): Promise<void> {
  const file = await db.dumpDataDir('none')
  const bytes = await file.arrayBuffer()
  answer({ kind: 'dumped', bytes: new Uint8Array(bytes) }, [bytes])
}

async function close(db: PGlite, server: PGLiteSocketServer): Promise<void> {
  await server.stop()
  await db.close()
  answer({ kind: 'closed' })
  port.close()
}

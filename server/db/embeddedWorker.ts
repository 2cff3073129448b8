/** The worker thread of the embedded database: PGlite, and the Unix socket through which the pg driver reaches it. */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** What the main thread hands over at the start. Without `files` nothing is kept. */
export interface EmbeddedOrder {
  files: string | undefined
  socket: string
  maxConnections: number
  snapshot: Uint8Array | undefined
}
export type ToWorker = { kind: 'dump' } | { kind: 'close' }
export type FromWorker = { kind: 'ready' } | { kind: 'dumped'; bytes: Uint8Array } | { kind: 'closed' } | { kind: 'failed'; message: string }

const order = workerData as EmbeddedOrder // written by embedded.ts, the only one that starts this file
if (!parentPort) throw new Error('embeddedWorker.ts runs in a worker thread only')
const port = parentPort

const answer = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

try {
  await serve()
} catch (error) {
  answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
}

async function serve(): Promise<void> {
  const db = await PGlite.create({
    dataDir: order.files ?? 'memory://',
    extensions: { pg_trgm, btree_gist },
    ...(order.snapshot ? { loadDataDir: new Blob([new Uint8Array(order.snapshot)]) } : {}),
  })
  const server = new PGLiteSocketServer({ db, path: order.socket, maxConnections: order.maxConnections })
  await server.start()
  port.on('message', (message: ToWorker) => {
    void (message.kind === 'dump' ? dump(db) : close(db, server)).catch((error: unknown) => {
      answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
    })
  })
  answer({ kind: 'ready' })
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

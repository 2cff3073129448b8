/**
 * Makes the embedded database durable. PGlite starts without sync (`-F`), its file system's fsync
 * does nothing, and its fdatasync is empty. So PostgreSQL starts with `fsync = on` and the only
 * effective sync call, and that call is forwarded to the operating system.
 */
import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// Emscripten's EIO; PostgreSQL then stops instead of assuming the write succeeded
const INPUT_OUTPUT_ERROR = 29

/**
 * PostgreSQL fills its shared buffers at the start, so all of them are memory of the process.
 * Files read again come from the operating system's cache.
 */
const SHARED_BUFFERS = '32MB'

/** Without sync, for tests. */
export const quickStart = [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`]

export const durableStart = [
  ...quickStart.filter((each) => each !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]

type Init = Parameters<NodeFS['init']>
type Module = Parameters<NonNullable<Init[1]['preRun']>[number]>[0]
/** A part of Emscripten's NODEFS that its types omit. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
}

export class DurableFiles extends NodeFS {
  override async init(...[pg, options]: Init): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const sync = (module: Module) => {
      // every NODEFS stream has the file descriptor
      const files = module.FS.filesystems.NODEFS as unknown as NodeFileSystem
      files.stream_ops.fsync = ({ nfd }) => {
        try {
          fsyncSync(nfd)
          return 0
        } catch {
          throw new module.FS.ErrnoError(INPUT_OUTPUT_ERROR)
        }
      }
    }
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), sync] },
    }
  }
}

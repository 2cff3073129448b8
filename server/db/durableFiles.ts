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

export const durableStart = [
  ...PGlite.defaultStartParams.filter((each) => each !== '-F'),
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
interface Mounted {
  node: { mount: { opts: { root: string } } }
}

export class DurableFiles extends NodeFS {
  #module: Module | undefined

  override async init(...[pg, options]: Init): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const sync = (module: Module) => {
      this.#module = module
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

  /** Call after the folder was renamed. */
  movedTo(folder: string): void {
    const found: unknown = this.#module?.FS.lookupPath(String(this.#module.ENV.PGDATA), {})
    const { node } = found as Mounted // set by super.init
    node.mount.opts.root = folder
    this.rootDir = folder
  }
}

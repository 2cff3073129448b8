/**
 * The embedded database's files on a disk that they really reach. PGlite asks for no sync (`-F`),
 * and the file system that it brings would answer one without doing it; its fdatasync is empty even
 * where there is a file system. So here PostgreSQL is started with `fsync = on` by the one call
 * that arrives, and that call goes on to the operating system.
 */
import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// Emscripten's EIO; PostgreSQL then stops rather than believe that it wrote
const INPUT_OUTPUT_ERROR = 29

/** PostgreSQL as PGlite starts it, but with every commit on the disk before it is acknowledged. */
export const durableStart = [
  ...PGlite.defaultStartParams.filter((each) => each !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]

type Init = Parameters<NodeFS['init']>
type Module = Parameters<NonNullable<Init[1]['preRun']>[number]>[0]
/** What Emscripten's NODEFS has, as its types do not say. */
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
      // every stream of NODEFS has the file's number
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

  /** The folder was renamed: from now on it is looked for under its new name. */
  movedTo(folder: string): void {
    const found: unknown = this.#module?.FS.lookupPath(String(this.#module.ENV.PGDATA), {})
    const { node } = found as Mounted // where super.init mounted it
    node.mount.opts.root = folder
    this.rootDir = folder
  }
}

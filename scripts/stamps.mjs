/** Content hashes, saved after a step has succeeded: steps without changes are skipped. */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'

/** Hash of files and folders (names and contents) and of texts. */
export function hashOf(root, paths, texts = [], skip = () => false) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesUnder(join(root, path)).filter((name) => !skip(name))) {
      hash
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  for (const text of texts) hash.update(`${text}\0`)
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** Runs `work` unless the stamp has the same hash and the product exists. */
export async function unlessStamped({ folder, name, hash, product }, work) {
  const stamp = join(folder, `${name}.stamp`)
  const done = existsSync(product) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  if (done) return false
  rmSync(stamp, { force: true }) // if this run is killed, the next must not trust the old stamp
  await work()
  mkdirSync(folder, { recursive: true })
  writeFileSync(stamp, hash)
  return true
}

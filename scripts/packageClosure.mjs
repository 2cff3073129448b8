/** Which installed packages others need, by the lockfile. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Paths of the packages and of what they depend on, each with the paths that it needs itself.
 * Optional packages of other systems are absent. `peers`: also what they expect beside them.
 */
export function closureOf(names, packages, { root, peers = false, isLeftOut = () => false }) {
  const found = new Map()
  const add = (from, name) => {
    const path = resolvePackage(from, name, packages)
    if (path === undefined || isLeftOut(name) || !existsSync(join(root, path))) return undefined
    if (found.has(path)) return path
    found.set(path, [])
    const {
      dependencies,
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta,
    } = packages[path]
    const beside = Object.keys(peers ? peerDependencies : {}).filter(
      (each) => peerDependenciesMeta?.[each]?.optional !== true,
    )
    const needed = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...beside]
    found.set(
      path,
      needed.map((each) => add(path, each)).filter((each) => each !== undefined),
    )
    return path
  }
  for (const name of names) add('', name)
  return found
}

/** As Node does: in the package's own node_modules, then in those of the folders above. */
function resolvePackage(from, name, packages) {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return undefined
  }
}

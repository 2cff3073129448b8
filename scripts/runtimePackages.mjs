/**
 * `node scripts/runtimePackages.mjs FOLDER`: copies the packages that the built server needs beside
 * its bundle, with their dependencies, into FOLDER/node_modules. A third of all packages.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * `loaded`: not bundled, because they load files of their own: native code, WebAssembly, workers.
 * `read`: the server reads files of them: fonts, a list of passwords, the page of the API.
 */
const { loaded, read } = JSON.parse(
  readFileSync(new URL('runtimePackages.json', import.meta.url), 'utf8'),
)
export const loadedPackages = loaded

export function copyRuntimePackages(folder) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const path of closureOf([...loaded, ...read], packages, { root }))
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !source.slice(join(root, path).length).includes('node_modules'),
    })
}

/**
 * Paths of the packages and what they depend on. Optional packages of other systems are absent.
 * `peers`: also what they expect beside them.
 */
export function closureOf(names, packages, { root, peers = false }) {
  const found = new Set()
  const add = (from, name) => {
    const path = resolvePackage(from, name, packages)
    if (path === undefined || found.has(path) || !existsSync(join(root, path))) return
    found.add(path)
    const {
      dependencies,
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta,
    } = packages[path]
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(path, each)
    for (const each of peers ? Object.keys(peerDependencies) : [])
      if (peerDependenciesMeta?.[each]?.optional !== true) add(path, each)
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

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  copyRuntimePackages(process.argv[2])

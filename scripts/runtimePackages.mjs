/**
 * `node scripts/runtimePackages.mjs FOLDER`: copies the packages that the built server needs beside
 * its bundle, with their dependencies, into FOLDER/node_modules. A third of all packages.
 */
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { closureOf } from './packageClosure.mjs'
import { isTrimmed } from './trimPackages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * `loaded`: not bundled, because they load files of their own: native code, WebAssembly, workers.
 * `read`: the server reads files of them: fonts, a list of passwords, the page of the API.
 * `standIns`: replaced, because their package asks for them and the server uses nothing of them.
 * `files`: what the server uses of a package, by its path. All of it by default.
 */
const { loaded, read, standIns, files } = JSON.parse(
  readFileSync(new URL('runtimePackages.json', import.meta.url), 'utf8'),
)
export const loadedPackages = loaded

/** Of any package: what Node reads, and what its licence asks to be passed on. */
const always = /^(package\.json|[^/]*(licen[cs]e|notice|copying)[^/]*)$/i
const never = /\.(tsx?|flow)$/i

export function isKept(name, path) {
  if (always.test(path)) return true
  if (files[name] !== undefined) return new RegExp(files[name]).test(path)
  return !never.test(path) && !isTrimmed(`${name}/${path}`)
}

export function copyRuntimePackages(folder) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const options = { root, peers: true, isLeftOut: isReplaced }
  for (const path of closureOf([...loaded, ...read], packages, options).keys()) {
    const source = join(root, path)
    const name = nameOf(path)
    cpSync(source, join(folder, path), {
      recursive: true,
      filter: (file) => {
        const inside = relative(source, file).split(sep).join('/')
        if (inside.split('/').includes('node_modules')) return false
        return inside === '' || statSync(file).isDirectory() || isKept(name, inside)
      },
    })
  }
  for (const [name, code] of Object.entries(standIns)) {
    const standIn = join(folder, 'node_modules', name)
    mkdirSync(standIn, { recursive: true })
    writeFileSync(join(standIn, 'package.json'), JSON.stringify({ name, main: 'index.js' }))
    writeFileSync(join(standIn, 'index.js'), code)
  }
}

export const nameOf = (path) =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Packages of which nothing is delivered: types, and those that a stand-in replaces. */
export const isReplaced = (name) => Object.hasOwn(standIns, name) || name.startsWith('@types/')

/**
 * Native packages of each system that the lockfile knows, by `platform-arch` (`-musl` on Linux
 * without glibc). An archive has those of the system that it was made on.
 */
export function nativePackages(packages) {
  const bySystem = {}
  for (const [path, { version, os = [], cpu = [], libc = [] }] of Object.entries(packages)) {
    const name = nameOf(path)
    if (!/^(@img\/sharp|@node-rs\/argon2)-/.test(name) || os.length !== 1 || cpu.length !== 1)
      continue
    const system = [...os, ...cpu, ...libc.filter((each) => each === 'musl')].join('-')
    bySystem[system] = [...(bySystem[system] ?? []), `${name}@${version}`]
  }
  const isWhole = (names) => names.some((name) => name.startsWith('@node-rs/'))
  return Object.fromEntries(
    Object.entries(bySystem).filter(([, names]) => isWhole(names) && names.length > 1),
  )
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  copyRuntimePackages(process.argv[2])

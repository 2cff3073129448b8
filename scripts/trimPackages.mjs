/**
 * Removes what neither builds nor runs the product from the packages that `npm start` installs: more
 * than half of their bytes. Commands with tools install everything again.
 */
import { existsSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { closureOf } from './packageClosure.mjs'

/** In node_modules, so that `npm ci` removes it with the rest. */
const MARK = '.trimmed'
/** Source maps, types and notes. Licences stay. */
const forDevelopers =
  /\.map$|\.d\.[cm]?ts$|^(?!.*(?:licen[cs]e|notice|copying|copyright)).*\.(?:md|markdown)$/i
/** Large files for script tags, for debugging, or of the package's own build. */
const otherFiles = [
  '@ant-design/icons/dist/',
  'antd/dist/',
  'mapbox-gl/dist/mapbox-gl-dev.js',
  'maplibre-gl/dist/maplibre-gl-dev.mjs',
  'maplibre-gl/dist/maplibre-gl-worker-dev.mjs',
  'maplibre-gl/src/',
  'pdfkit/.yarn/',
  'recharts/umd/',
  'web-ifc/web-ifc-api-iife.js',
]

/** `file` is a path in node_modules, with slashes. */
export const isTrimmed = (file) =>
  forDevelopers.test(file.slice(file.lastIndexOf('/') + 1)) ||
  otherFiles.some((path) => file.startsWith(path))

export const areTrimmed = (root) => existsSync(join(root, 'node_modules', MARK))

export function trimPackages(root) {
  const folder = join(root, 'node_modules')
  for (const path of packagesForTools(root))
    rmSync(join(root, path), { recursive: true, force: true })
  for (const file of filesUnder(folder)) if (isTrimmed(file)) unlinkSync(join(folder, file))
  const commands = join(folder, '.bin')
  for (const name of existsSync(commands) ? readdirSync(commands) : [])
    if (!existsSync(join(commands, name))) unlinkSync(join(commands, name))
  writeFileSync(join(folder, MARK), '')
}

/** npm leaves out only packages that nothing but the tools may use, not those that are optional elsewhere. */
export function packagesForTools(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const needed = closureOf(Object.keys(packages[''].dependencies), packages, { root, peers: true })
  return Object.keys(packages).filter((path) => path !== '' && !needed.has(path))
}

export function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .map((path) => path.replaceAll(sep, '/'))
}

/** Fails a build that uses a file which `npm start` removes. */
export function onlyStayingFiles() {
  return {
    name: 'only-staying-files',
    apply: 'build',
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const [, file] = /\/node_modules\/([^?]+)/.exec(id) ?? []
        if (file !== undefined && isTrimmed(file))
          this.error(`${file} is removed by npm start (scripts/trimPackages.mjs)`)
      }
    },
  }
}

/**
 * `node scripts/imageRoot.mjs FOLDER [COMMIT]`: what the image is made of, from a built checkout.
 * `root` has Node, the libraries of the system that Node and the native packages need, accounts and
 * the program, and neither shell nor package manager. `volumes` belongs to the server's account.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { copyRuntimePackages } from './runtimePackages.mjs'
import { root } from './setup.mjs'

/** Id of the account `node` in the official images. */
const USER = 1000

const files = {
  'etc/passwd': `root:x:0:0:root:/:/sbin/nologin\nnode:x:${USER}:${USER}::/data:/sbin/nologin\n`,
  'etc/group': `root:x:0:\nnode:x:${USER}:\n`,
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
}

/** Of the checkout. */
const program = ['dist', 'server/db/migrations', 'server/db/roles.sql']

/** Linux only. */
export function makeImageRoot(folder, commit) {
  const top = join(folder, 'root')
  const app = join(top, 'app')
  copyRuntimePackages(app)
  for (const path of program) cpSync(join(root, path), join(app, path), { recursive: true })
  const described = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const own = ['name', 'version', 'type', 'license', 'imports'].map((key) => [key, described[key]])
  const text = { ...Object.fromEntries(own), ...(commit && { commit }) }
  writeFileSync(join(app, 'package.json'), JSON.stringify(text, null, 2))
  addSystem(top, join(app, 'node_modules'))
  for (const [path, mode] of [
    ['root/tmp', 0o1777],
    ['volumes/data', 0o700],
  ]) {
    mkdirSync(join(folder, path), { recursive: true })
    chmodSync(join(folder, path), mode)
  }
}

function addSystem(folder, packages) {
  const node = realpathSync(process.execPath)
  const place = join(folder, 'usr/local/bin/node')
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, withoutSymbols(readFileSync(node)), { mode: 0o755 })
  const native = readdirSync(packages, { recursive: true }).filter((path) =>
    /\.(node|so[.\d]*)$/.test(path),
  )
  for (const library of librariesOf([node, ...native.map((path) => join(packages, path))])) {
    mkdirSync(join(folder, dirname(library)), { recursive: true })
    cpSync(realpathSync(library), join(folder, library))
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(realpathSync('/etc/os-release'), join(folder, 'etc/os-release'))
}

/** Absolute paths of shared libraries, with the loader. Those inside the packages are there. */
function librariesOf(programs) {
  const found = new Set()
  for (const program of programs) {
    let text = ''
    try {
      text = execFileSync('ldd', [program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    } catch {
      continue // for another system
    }
    for (const [, path] of text.matchAll(/(?:=> |^\s)(\/(?:usr\/)?lib\S+) \(/gm)) found.add(path)
  }
  return found
}

/**
 * The ELF program without what follows its last loaded segment: tables of symbols, which only
 * debuggers read, an eighth of Node.
 */
export function withoutSymbols(program) {
  const is64 = program.subarray(0, 6).equals(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]))
  if (!is64) return program
  const [table, size, count] = [
    Number(program.readBigUInt64LE(32)),
    program.readUInt16LE(54),
    program.readUInt16LE(56),
  ]
  let end = table + size * count
  for (let at = table; at < table + size * count; at += size)
    end = Math.max(end, Number(program.readBigUInt64LE(at + 8) + program.readBigUInt64LE(at + 32)))
  const kept = Buffer.from(program.subarray(0, end))
  kept.writeBigUInt64LE(0n, 40) // where section headers are
  kept.fill(0, 58, 64) // their size, count and names
  return kept
}

const [folder, commit] = process.argv.slice(2)
if (import.meta.filename === process.argv[1] && folder !== undefined) makeImageRoot(folder, commit)

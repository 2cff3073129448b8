/**
 * `npm run release`: the archive that an operator installs, its bill of materials, release notes
 * and checksums, in `release/`. Needs no network once packages are installed. The same commit, on
 * the same system and Node, gives the same bytes.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tarGz } from './release/archive.mjs'
import { billOf } from './release/bill.mjs'
import { notesOf } from './release/notes.mjs'
import { step } from './progress.mjs'
import { copyRuntimePackages, nativePackages } from './runtimePackages.mjs'
import { explainAndExit, root, setUp } from './setup.mjs'

const MAX_BYTES = 60_000_000
const target = join(root, 'release')

async function release() {
  await setUp({ build: true })
  const { commit, seconds } = readCommit()
  const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { name, version } = description
  const files = {
    [`${name}-${version}.cdx.json`]: bytesOf(billOf(readLock(), { name, version, commit, root })),
    [`${name}-${version}.notes.md`]: notesOf(readText('CHANGELOG.md'), version),
  }
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-release-'))
  try {
    await step('Packing the archive', () => {
      gather(folder, description, commit)
      files[`${name}-${version}.tgz`] = tarGz(folder, `${name}-${version}`, seconds)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  const sums = Object.entries(files).map(([file, content]) => {
    writeFileSync(join(target, file), content)
    return `${createHash('sha256').update(content).digest('hex')}  ${file}\n`
  })
  writeFileSync(join(target, 'SHA256SUMS'), sums.sort().join(''))
  const bytes = files[`${name}-${version}.tgz`].length
  if (bytes > MAX_BYTES) throw new Error(`The archive has ${bytes} bytes, more than ${MAX_BYTES}.`)
  console.log(`  ✓ release/${name}-${version}.tgz, ${(bytes / 1e6).toFixed(1)} MB, ${commit}`)
}

/** The last commit and its time, which is that of all files. */
function readCommit() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain') === '' ? '' : '+changes'
    return {
      commit: `${git('rev-parse', '--short=8', 'HEAD')}${changed}`,
      seconds: Number(git('log', '-1', '--format=%ct')),
    }
  } catch {
    throw new Error('A release needs the clone with git, which gives the commit and its time.')
  }
}

function gather(folder, { name, version, description, license, engines }, commit) {
  const own = {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { [name]: 'plantroom.js' },
    engines,
    commit,
    nativePackages: nativePackages(readLock().packages),
  }
  writeFileSync(join(folder, 'package.json'), bytesOf(own))
  const copies = [
    ['dist/server', 'server'],
    ['dist/client', 'client'],
    ['server/db/migrations', 'server/migrations'],
    ['server/db/roles.sql', 'server/roles.sql'],
    ['scripts/release/plantroom.js', 'plantroom.js'],
    ...['docs/operations.md', 'docs/settings.md', 'docs/errors.md', 'deploy', '.env.example'].map(
      (path) => [path, path],
    ),
    ...['LICENSE', 'CHANGELOG.md', 'SECURITY.md'].map((path) => [path, path]),
  ]
  for (const [from, to] of copies)
    cpSync(join(root, from), join(folder, to), {
      recursive: true,
      filter: (path) => !path.startsWith(join(root, 'deploy/secrets')),
    })
  copyRuntimePackages(folder)
  renameSync(join(folder, 'node_modules'), join(folder, 'server/node_modules'))
}

const readText = (path) => {
  if (!existsSync(join(root, path))) throw new Error(`${path} is missing.`)
  return readFileSync(join(root, path), 'utf8')
}
const readLock = () => JSON.parse(readText('package-lock.json'))
const bytesOf = (value) => `${JSON.stringify(value, null, 2)}\n`

await release().catch(explainAndExit)

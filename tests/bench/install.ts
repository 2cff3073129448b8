/**
 * The first `npm start` of a fresh clone, with a warm package cache: size of its packages, time and
 * processor time until /readyz answers. The same from the archive of a release, which is unpacked
 * first. Measures the commit, not changed files.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#tests/serverProcess.ts'
import { hundredths, round, type Row } from './measures.ts'
import { hasProc, secondsUnder } from './memory.ts'
import { secondsOfSteps } from './startSteps.ts'

/** Lockfiles whose packages are in npm's cache. */
const warmed = new Set<string>()

export async function measureInstall(checkout: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-bench-'))
  const clone = join(folder, 'clone')
  const remove = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', remove)
  try {
    execFileSync('git', ['clone', '--quiet', checkout, clone], { stdio: 'pipe' })
    const lockfile = readFileSync(join(clone, 'package-lock.json'), 'utf8')
    if (!warmed.has(lockfile)) warmCache(clone)
    warmed.add(lockfile)
    const rows: Row[] = []
    const begun = performance.now()
    const server = await startServer({
      checkout: clone,
      program: 'scripts/start.mjs',
      readyPath: '/readyz',
      dataDir: join(folder, 'data'),
    })
    try {
      const ready = (performance.now() - begun) / 1_000
      const steps = secondsOfSteps(server.output())
      const { pid } = server.child
      const { bytes, files } = sizeOf(join(clone, 'node_modules'))
      rows.push({
        part: 'install',
        what: 'npm start in a fresh clone',
        where: 'embedded, warm package cache',
        values: {
          'packages MB': round(bytes / 1e6),
          'package files': files,
          'packages s': round(steps.installing),
          'building s': round(steps.building),
          'ready s': round(ready),
          ...(pid !== undefined && hasProc() && { 'CPU s': hundredths(secondsUnder(pid)) }),
        },
      })
    } finally {
      await server.stop()
    }
    if (existsSync(join(clone, 'scripts/release.mjs'))) rows.push(await fromArchive(clone, folder))
    return rows
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** An empty folder, the archive, and Node: unpacking counts as a part of the start. */
async function fromArchive(clone: string, folder: string): Promise<Row> {
  execFileSync(process.execPath, ['scripts/release.mjs'], { cwd: clone, stdio: 'pipe' })
  const { version } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as {
    version: string
  }
  const archive = join(clone, 'release', `plantroom-${version}.tgz`)
  const begun = performance.now()
  execFileSync('tar', ['xzf', archive, '-C', folder])
  const server = await startServer({
    checkout: join(folder, `plantroom-${version}`),
    program: 'server/main.js',
    readyPath: '/readyz',
    dataDir: join(folder, 'data-of-archive'),
  })
  try {
    const ready = (performance.now() - begun) / 1_000
    const { pid } = server.child
    return {
      part: 'install',
      what: 'archive, unpacked and started',
      where: 'embedded',
      values: {
        'archive MB': round(statSync(archive).size / 1e6),
        'ready s': round(ready),
        ...(pid !== undefined && hasProc() && { 'CPU s': hundredths(secondsUnder(pid)) }),
      },
    }
  } finally {
    await server.stop()
  }
}

/** Installs everything in the lockfile once, and removes it again. */
function warmCache(clone: string): void {
  console.log('    Filling the package cache …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  execFileSync(npm, ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: clone,
    stdio: 'pipe',
  })
  rmSync(join(clone, 'node_modules'), { recursive: true, force: true, maxRetries: 5 })
}

function sizeOf(folder: string): { bytes: number; files: number } {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) =>
    entry.isFile(),
  )
  const bytes = files.reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  )
  return { bytes, files: files.length }
}

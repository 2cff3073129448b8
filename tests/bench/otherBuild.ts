/** A built checkout of another commit in a temporary folder, removed at the end of the process. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#tests/root.ts'
import { WrongOptions } from './options.ts'

export interface OtherBuild {
  checkout: string
  remove(): void
}

const git = (...given: string[]): string =>
  execFileSync('git', given, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()

/** The full hash of a commit. Throws a sentence if there is none. */
export function commitOf(name: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`)
  } catch {
    throw new WrongOptions(
      `This checkout has no commit ${name}. A shallow clone lacks older commits.`,
    )
  }
}

/** The commit of this checkout, and whether files differ from it. */
export const nameOfThis = (): string =>
  git('rev-parse', '--short=8', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' + changes')

/** Creates a worktree of the commit and builds it. Throws what failed, with its output. */
export async function buildCommit(commit: string): Promise<OtherBuild> {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-against-'))
  const checkout = join(folder, 'checkout')
  let building: ChildProcess | undefined
  const remove = () => {
    process.off('exit', remove)
    building?.kill()
    try {
      git('worktree', 'remove', '--force', checkout)
    } catch {
      // the worktree was not created yet
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', remove)
  try {
    git('worktree', 'add', '--quiet', '--detach', checkout, commit)
    if (lockfileOf(checkout) === lockfileOf(root)) linkPackages(checkout)
    building = spawn(process.execPath, ['scripts/build.mjs'], {
      cwd: checkout,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [building.stdout, building.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    const [code] = (await once(building, 'close')) as [number | null]
    building = undefined
    if (code !== 0) throw new Error(`${commit} does not build:\n${output}`)
  } catch (error) {
    remove()
    throw error
  }
  return { checkout, remove }
}

const lockfileOf = (checkout: string) => readFileSync(join(checkout, 'package-lock.json'), 'utf8')

/**
 * A link for each package, not for the folder: an `npm ci` in the other checkout would otherwise
 * empty the packages of this one.
 */
function linkPackages(checkout: string): void {
  const here = join(root, 'node_modules')
  const there = join(checkout, 'node_modules')
  mkdirSync(there)
  for (const name of readdirSync(here).filter((entry) => !entry.startsWith('.')))
    symlinkSync(join(here, name), join(there, name), 'junction')
  symlinkSync(join(here, '.bin'), join(there, '.bin'), 'junction')
  copyFileSync(join(here, '.package-lock.json'), join(there, '.package-lock.json'))
}

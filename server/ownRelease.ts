/** Version and commit of this program, from package.json next to the source or the bundle. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Release {
  version: string
  /** Eight digits, with `+changes` if files differ from it. Null if neither archive nor clone. */
  commit: string | null
  /** Native packages by system, to install where the archive was not made for it. */
  nativePackages: Readonly<Record<string, readonly string[]>>
}

/** Written by `npm run release`. */
interface Described {
  version?: string
  commit?: string
  nativePackages?: Record<string, string[]>
}

let known: Release | undefined

export function ownRelease(): Release {
  known ??= read()
  return known
}

export const wordsOfRelease = ({ version, commit }: Pick<Release, 'version' | 'commit'>): string =>
  commit === null ? version : `${version} (${commit})`

function read(): Release {
  const here = dirname(fileURLToPath(import.meta.url))
  const folder = [join(here, '..'), join(here, '../..')].find((each) =>
    existsSync(join(each, 'package.json')),
  )
  if (folder === undefined) return { version: 'unknown', commit: null, nativePackages: {} }
  const {
    version = 'unknown',
    commit = commitOfClone(folder),
    nativePackages = {},
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Described
  return { version, commit, nativePackages }
}

function commitOfClone(folder: string): string | null {
  if (!existsSync(join(folder, '.git'))) return null
  try {
    const found = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2_000,
    })
    return found.trim()
  } catch {
    return null // git is not installed, or refuses a folder of another account
  }
}

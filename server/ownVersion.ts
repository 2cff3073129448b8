/** Reads the version from package.json, next to the source or two folders above the bundle. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export function ownVersion(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const file = [join(here, '../package.json'), join(here, '../../package.json')].find((path) =>
    existsSync(path),
  )
  if (file === undefined) return 'unknown'
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version?: string }
  return version ?? 'unknown'
}

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const isThere = (...paths: string[]) => paths.some((path) => existsSync(join(here, path)))
/** Files of the bundle with another name than their command. */
const bundled: Record<string, string> = { 'verify-log': 'verifyLog' }

/** How to call a command of the server, such as `restore`: in an archive, a clone, or an image. */
export function ownCommand(name: string, given = ''): string {
  const rest = given === '' ? '' : ` ${given}`
  if (isThere('../plantroom.js')) return `node plantroom.js ${name}${rest}`
  if (isThere('../scripts/setup.mjs', '../../scripts/setup.mjs'))
    return `npm run ${name}${rest === '' ? '' : ` --${rest}`}`
  return `node dist/server/${bundled[name] ?? name}.js${rest}`
}

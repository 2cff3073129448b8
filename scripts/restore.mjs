/** `npm run restore -- [name]`: the server's own command, built where it is not yet. */
import { explainAndExit, loadEnvironment, root, setUp } from './setup.mjs'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

try {
  loadEnvironment()
  await setUp({ build: true })
} catch (error) {
  explainAndExit(error)
}
process.setSourceMapsEnabled(true)
await import(pathToFileURL(join(root, 'dist/server/restore.js')).href)

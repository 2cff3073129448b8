/** `npm start`: makes the checkout ready, then becomes the server. */
import { explainAndExit, loadEnvironment, root, setUp } from './setup.mjs'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

try {
  loadEnvironment()
  await setUp({ build: true })
} catch (error) {
  explainAndExit(error)
}
// In this very process, so that a signal, or kill -9, reaches the server and nobody is left behind.
process.setSourceMapsEnabled(true)
await import(pathToFileURL(join(root, 'dist/server/main.js')).href)

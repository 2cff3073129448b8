/**
 * `npm run build`: installs packages and builds the page and the server, as far as they have
 * changed.
 */
import { explainAndExit, setUp } from './setup.mjs'

await setUp({ build: true }).catch(explainAndExit)

/** `npm run build`: packages, the page and the server's bundle, as far as they have changed. */
import { explainAndExit, setUp } from './setup.mjs'

await setUp({ build: true }).catch(explainAndExit)

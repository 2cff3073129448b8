/** `npm run series`: the server's own command, built where it is not yet. */
import { become } from './setup.mjs'

await become('series.js')

/** `npm run move`: the server's own command, built where it is not yet. */
import { become } from './setup.mjs'

await become('move.js')

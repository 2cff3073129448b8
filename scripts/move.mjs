/** `npm run move`: runs the server's command, after building it if necessary. */
import { become } from './setup.mjs'

await become('move.js')

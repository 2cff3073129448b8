/** `npm run doctor`: runs the server's command, after building it if necessary. */
import { become } from './setup.mjs'

await become('doctor.js')

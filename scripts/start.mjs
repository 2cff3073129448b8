/** `npm start`: starts the server, after building it if necessary. */
import { become } from './setup.mjs'

await become('main.js')

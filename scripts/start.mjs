/** `npm start`: the server, built where it is not yet. */
import { become } from './setup.mjs'

await become('main.js')

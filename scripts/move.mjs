import { become } from './setup.mjs'

await become('move.js')

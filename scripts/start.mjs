import { become } from './setup.mjs'

await become('main.js')

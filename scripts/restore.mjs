import { become } from './setup.mjs'

await become('restore.js')

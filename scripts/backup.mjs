import { become } from './setup.mjs'

await become('backup.js')

import { become } from './setup.mjs'

await become('series.js')

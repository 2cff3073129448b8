import { become } from './setup.mjs'

await become('company.js')

/** `npm run verify-log FILE`: checks an exported signed log; built where it is not yet. */
import { become } from './setup.mjs'

await become('verifyLog.js')

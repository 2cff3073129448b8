/**
 * `npm run verify-log FILE`: checks an exported signed log, after building the command if
 * necessary.
 */
import { become } from './setup.mjs'

await become('verifyLog.js')

/**
 * `npm run e2e [-- NAME…]`: runs the journeys in a real browser, all or those whose file name
 * contains a name.
 */
import { ensureChromium } from './chromium.mjs'
import { explainAndExit, root, setUp } from './setup.mjs'
import { journeys, runLane, summarise } from './stages.mjs'
import { keepTemporaryInMemory } from './temporaryFolder.mjs'

const begun = performance.now()
keepTemporaryInMemory()
// A named journey runs even if `npm test` leaves it to the long form.
if (process.argv.length > 2) process.env.TEST_ALL = '1'
const chromium = await setUp({ build: true, tools: true })
  .then(() => ensureChromium(root))
  .catch(explainAndExit)
const results = []
await runLane([journeys(chromium, process.argv.slice(2))], results)
process.exitCode = summarise(results, begun) ? 0 : 1

/** `npm run e2e [-- NAME…]`: the journeys in a real browser, or those whose file bears a name. */
import { ensureChromium } from './chromium.mjs'
import { explainAndExit, root, setUp } from './setup.mjs'
import { journeys, runLane, summarise } from './stages.mjs'
import { keepTemporaryInMemory } from './temporaryFolder.mjs'

const begun = performance.now()
keepTemporaryInMemory()
// Who names a journey wants it, also one that `npm test` leaves to the long form.
if (process.argv.length > 2) process.env.TEST_ALL = '1'
const chromium = await setUp({ build: true })
  .then(() => ensureChromium(root))
  .catch(explainAndExit)
const results = []
await runLane([journeys(chromium, process.argv.slice(2))], results)
process.exitCode = summarise(results, begun) ? 0 : 1

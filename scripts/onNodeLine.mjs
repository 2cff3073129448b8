/**
 * `node scripts/onNodeLine.mjs`: the server's tests and the main journey on the Node that runs this
 * file. `npm run test:all` calls it with each supported line (`nodeLines.mjs`).
 */
import { ensureChromium } from './chromium.mjs'
import { explainAndExit, root } from './setup.mjs'
import { journeys, onPostgres, runLane, summarise } from './stages.mjs'
import { keepTemporaryInMemory } from './temporaryFolder.mjs'

const begun = performance.now()
keepTemporaryInMemory()
const chromium = await ensureChromium(root).catch(explainAndExit)
const results = []
console.log(`  Node ${process.version}`)
await runLane([onPostgres, journeys(chromium, ['mainJob'])], results)
process.exitCode = summarise(results, begun) ? 0 : 1

/** `npm run check`: types, lint and units; short enough to run all day. */
import { explainAndExit, setUp } from './setup.mjs'
import { deadCode, format, lint, runLane, summarise, types, units } from './stages.mjs'

const begun = performance.now()
await setUp({ build: false }).catch(explainAndExit)
const results = []
await Promise.all([runLane([types, format, lint, deadCode], results), runLane([units], results)])
process.exitCode = summarise(results, begun) ? 0 : 1

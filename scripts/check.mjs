/**
 * `npm run check`: types, lint, units, and components affected by recent changes. Quick enough to
 * run often.
 */
import { explainAndExit, setUp } from './setup.mjs'
import {
  deadCode,
  forgetOldModules,
  format,
  lint,
  runLane,
  summarise,
  types,
  unitsOfChange,
} from './stages.mjs'

const begun = performance.now()
await setUp({ build: false, tools: true }).catch(explainAndExit)
forgetOldModules()
const results = []
await Promise.all([
  runLane([types, format, lint, deadCode], results),
  runLane([unitsOfChange], results),
])
process.exitCode = summarise(results, begun) ? 0 : 1

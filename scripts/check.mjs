/** `npm run check`: types, lint, units, and components of what changed; short enough for all day. */
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
await setUp({ build: false }).catch(explainAndExit)
forgetOldModules()
const results = []
await Promise.all([
  runLane([types, format, lint, deadCode], results),
  runLane([unitsOfChange], results),
])
process.exitCode = summarise(results, begun) ? 0 : 1

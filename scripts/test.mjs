/** `npm test`: everything, from nothing. Goes on after a failing stage; one summary at the end. */
import { ensureChromium, ensurePostgres } from './chromium.mjs'
import { explainAndExit, root, setUp } from './setup.mjs'
import {
  build,
  deadCode,
  format,
  journeys,
  lint,
  onPglite,
  onPostgres,
  runLane,
  summarise,
  types,
  units,
} from './stages.mjs'

const begun = performance.now()
const prepared = await prepare().catch(explainAndExit)

const results = []
// Two lanes for two cores; the journeys need the build, and the machine to themselves.
await Promise.all([
  runLane([types, format, lint, deadCode, units], results),
  runLane([build, onPglite, onPostgres], results),
])
const built = results.find(({ title }) => title === build.title)?.ok
if (built) await runLane([journeys(prepared.chromium)], results)
else results.push({ title: journeys().title, took: 0, passed: 0, failed: 1, skipped: 0, ok: false })

process.exitCode = summarise(results, begun) ? 0 : 1

async function prepare() {
  await setUp({ build: false })
  await ensurePostgres()
  return { chromium: await ensureChromium(root) }
}

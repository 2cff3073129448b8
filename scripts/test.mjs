/**
 * `npm test`: every promise of the product, once. `npm run test:all` (`--all`) adds all server
 * tests on the embedded database, exhaustive walks (`tests/longForm.ts`), each journey in its other
 * languages and sizes (`e2e/variants.ts`), journeys that narrower tests cover
 * (`e2e/playwright.config.ts`), the release archive, other lines of Node, and accessibility of every screen on a desktop and on a phone.
 * Continues after a failed stage; prints one summary.
 */
import { ensureChromium, ensureCompanions, ensurePostgres } from './chromium.mjs'
import { otherLines } from './nodeLines.mjs'
import { explainAndExit, root, setUp } from './setup.mjs'
import {
  archive,
  build,
  deadCode,
  demo,
  forgetOldModules,
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
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepTemporaryInMemory } from './temporaryFolder.mjs'

const begun = performance.now()
keepTemporaryInMemory()
const isLongForm = process.argv.includes('--all')
if (isLongForm) process.env.TEST_ALL = '1' // the tests' own configuration reads this
const prepared = await prepare().catch(explainAndExit)

const results = []
const demoFolder = mkdtempSync(join(tmpdir(), 'plantroom-e2e-'))
// Two lanes for two cores. The journeys need the build and a machine without other work.
await Promise.all([
  runLane([format, types, deadCode, units], results),
  runLane(
    [build, demo(demoFolder), lint, onPglite, onPostgres, ...(isLongForm ? [archive] : [])],
    results,
  ),
])
const isReady = results.find(({ title }) => title === demo(demoFolder).title)?.ok
if (isReady) await runLane([journeys(prepared.chromium, [], demoFolder)], results)
else results.push({ title: journeys().title, took: 0, passed: 0, failed: 1, skipped: 0, ok: false })
if (isLongForm) await runLane(otherLines(), results)

process.exitCode = summarise(results, begun) ? 0 : 1

async function prepare() {
  await setUp({ build: false, tools: true })
  forgetOldModules()
  await ensurePostgres()
  await ensureCompanions()
  return { chromium: await ensureChromium(root) }
}

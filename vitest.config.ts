/**
 * Which tests run where. `*.db.test.ts` runs on PostgreSQL. Those of `mayDiffer` also run on the
 * embedded database, and with `npm run test:all` all of them do. `npm run check` runs only `unit`
 * and the components.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vitest/config'
import { isLongForm } from './tests/longForm.ts'

/**
 * On a quiet machine tests and hooks take 8 s at most, on a busy one three times as long. A slower
 * test has its own limit, with the reason. No test is retried.
 */
const LIMIT_MS = 30_000

const withDatabase = ['server/**/*.db.test.ts', 'tests/**/*.db.test.{ts,tsx}']
/**
 * Where the embedded database could behave differently: isolation of companies, events, the main
 * job, crashes, migrations, work between two transactions. The journeys also run on it.
 */
const mayDiffer = [
  'server/db/foldedUpgrade.db.test.ts',
  'server/db/nameOrder.db.test.ts',
  'server/kernel/data/wallClock.db.test.ts',
  'server/kernel/events/outbox.db.test.ts',
  'server/modules/insight/search/foldedSearch.db.test.ts',
  'server/modules/operation/imports/roundTrip.db.test.ts',
  'server/modules/site/positionHistory/positionSlices.db.test.ts',
  'server/modules/site/venues/importCorrections.db.test.ts',
  'server/modules/work/procedureLogs/together.db.test.ts',
  'server/modules/work/schedules/oneClock.db.test.ts',
  'server/modules/work/schedules/zoneUpgrade.db.test.ts',
  'server/modules/work/tickets/clientKeys.db.test.ts',
  'tests/database.db.test.ts',
  'tests/mainJob.db.test.ts',
  'tests/powerCut.db.test.ts',
  'tests/tenancy.db.test.ts',
]
/**
 * V8 options of the workers: a larger young generation, and machine code for functions that run a
 * few times only. Together they save a sixth of the processor time.
 */
const execArgv = ['--max-semi-space-size=128', '--always-sparkplug']
const embedded = ['{server,tests}/**/*.pglite.test.ts']

/**
 * Each server test opens its own database. Two run at a time, for small machines. Modules are loaded
 * once per worker, because a server keeps its state in its kernel, never in a module.
 */
const onDatabase = (
  name: string,
  globalSetup: string,
  include: string[],
  setupFiles: string[] = [],
) => ({
  test: {
    name,
    include,
    setupFiles,
    globalSetup: [globalSetup],
    // A test ends before optimised WebAssembly would pay off.
    execArgv: [...execArgv, '--liftoff-only'],
    isolate: false,
    // In the long form, some tests try every input and take minutes.
    testTimeout: isLongForm ? 240_000 : LIMIT_MS,
    hookTimeout: isLongForm ? 240_000 : LIMIT_MS,
    maxWorkers: 2,
  },
})

const components = 'src/**/*.test.{ts,tsx}'
/**
 * Component tests share one environment; those that use IndexedDB share another. A test that mocks
 * modules needs its own environment, about four seconds. Prefer `vi.spyOn` of a module's export.
 */
const filesThat = (does: RegExp): string[] =>
  readdirSync(join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter((file) => does.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
const alone = filesThat(/vi\.(mock|doMock|resetModules)\(/)
const withDevice = filesThat(/fake-indexeddb/)
const ofComponents = (
  name: string,
  test: { include?: string[]; exclude?: string[]; isolate?: boolean },
) => ({
  plugins: [react(), globsAreNotKept],
  // As in the browser (package.json, `#zoneOffsets`).
  resolve: {
    alias: { '#zoneOffsets': join(import.meta.dirname, 'contract/timeZones/pageOffsets.ts') },
  },
  test: {
    name,
    include: [components],
    ...test,
    execArgv,
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    setupFiles: ['tests/cleanGround.ts'],
    testTimeout: LIMIT_MS,
    expect: { poll: { timeout: 10_000 } }, // longer timeout for busy machines
    css: false,
  },
})

/**
 * A module with a glob also depends on which files exist, so it is not cached: a moved file would be
 * imported from its old place. Vitest detects `import.meta.glob(` itself, but not the typed form
 * `import.meta.glob<string>(`.
 */
const globsAreNotKept: Plugin = {
  name: 'globs-are-not-kept',
  configureVitest: ({ experimental_defineCacheKeyGenerator: defineKey }) =>
    defineKey(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : null)),
}

export default defineConfig({
  test: {
    // Projects share transformed modules, by the hash of their text and plugins.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/modules' },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'tests/**/*.test.ts',
          ],
          exclude: [...withDatabase, ...embedded, 'tests/bench/**', 'node_modules/**'],
          execArgv,
          isolate: false,
          testTimeout: LIMIT_MS,
        },
      },
      ofComponents('client', { exclude: [...alone, ...withDevice], isolate: false }),
      ofComponents('client-device', { include: withDevice, exclude: alone, isolate: false }),
      ofComponents('client-alone', { include: alone }),
      onDatabase(
        'server-pglite',
        'tests/globalPglite.ts',
        [...(isLongForm ? withDatabase : mayDiffer), ...embedded],
        ['tests/keptWebAssembly.ts'],
      ),
      onDatabase('server-postgres', 'tests/globalPostgres.ts', withDatabase),
    ],
  },
})

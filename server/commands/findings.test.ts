import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { acceptsReports } from './addressFindings.ts'
import { databaseHint, examine, judgeDatabase } from './findings.ts'

const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'plantroom-doctor-'))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const each of folders.splice(0)) rmSync(each, { recursive: true, force: true })
})

const sound = {
  version: '17.2',
  versionNumber: 170_002,
  isSuperuser: false,
  owns: true,
  hasRoles: true,
  isMember: true,
  knowsLetters: true,
  aheadMilliseconds: 12,
  unsafe: [],
  connections: 100,
  migrations: 'current' as const,
  mayIndexSearch: true,
  nameOrder: { usesIcu: true, outdated: [] },
}
const toMend = (change: Partial<Parameters<typeof judgeDatabase>[0]>) =>
  judgeDatabase({ ...sound, ...change })
    .filter(({ state }) => state === 'bad')
    .map(({ says }) => says)

it('the doctor finds nothing in a database set up as docs/operations.md asks', () => {
  expect(judgeDatabase(sound).every(({ state }) => state === 'well')).toBe(true)
})

it.each([
  [{ versionNumber: 140_005, version: '14.5' }, /14\.5 is too old/],
  [{ owns: false }, /does not own/],
  [{ isMember: false }, /roles\.sql/],
  [{ knowsLetters: false }, /C\.UTF-8/],
  [{ nameOrder: { usesIcu: true, outdated: ['names_cs'] } }, /names_cs.*REINDEX/],
  [{ aheadMilliseconds: -3_600_000 }, /3600 s behind/],
  [{ unsafe: ['fsync'] }, /fsync is off/],
  [{ migrations: 'newer' as const }, /newer version/],
])('the doctor says about %o what to repair', (change, words) => {
  expect(toMend(change)).toEqual([expect.stringMatching(words)])
})

it('the doctor says what search would have, and repairs nothing for it', () => {
  const found = judgeDatabase({ ...sound, mayIndexSearch: false })
  expect(found.filter(({ state }) => state !== 'well')).toEqual([
    { about: 'Database', state: 'mind', says: expect.stringMatching(/plantroom_search/) },
  ])
})

it('the doctor names files that others can read, and does not change them', async () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'data-key'), 'k', { mode: 0o644 })
  chmodSync(join(dataDir, 'data-key'), 0o644)
  const found = await examine(readConfig({ DATA_DIR: dataDir }))
  expect(found).toContainEqual({
    about: 'Data folder',
    state: 'bad',
    says: expect.stringContaining('chmod 600') as string,
  })
})

it('the doctor tries the mail server, the public address and the provider, and says which does not answer', async () => {
  const stranger = createServer((_request, reply) => reply.writeHead(404).end('nothing here'))
  await new Promise<void>((done) => {
    stranger.listen(0, '127.0.0.1', done)
  })
  const address = stranger.address()
  const port = typeof address === 'object' && address ? address.port : 0
  try {
    const found = await examine(
      readConfig({
        DATA_DIR: folder(),
        SMTP_URL: 'smtp://127.0.0.1:1',
        OIDC_SSO_ISSUER: `http://127.0.0.1:${port}`,
        OIDC_SSO_CLIENT_ID: 'plantroom',
      }),
    )
    const bad = found.filter(({ state }) => state === 'bad').map(({ about }) => about)
    expect(bad).toEqual(['Mail', 'Corporate sign-in (sso)'])
  } finally {
    stranger.close()
  }
})

it.each([
  ['unsupported startup parameter: statement_timeout', /DATABASE_DIRECT_URL/],
  ['self-signed certificate in certificate chain', /NODE_EXTRA_CA_CERTS.*sslmode=no-verify/],
  ['The server does not support SSL connections', /remove sslmode/],
  ['password authentication failed for user "plantroom"', /address and password/],
])('the doctor says what to do about a database that says %j', (reason, words) => {
  expect(databaseHint(reason)).toMatch(words)
})

it('the doctor finds a proxy that takes less than a gateway may report', async () => {
  const proxy = createServer((request, reply) => {
    request.resume().on('end', () => reply.writeHead(413).end('<html>'))
  })
  await new Promise<void>((done) => {
    proxy.listen(0, '127.0.0.1', done)
  })
  const address = proxy.address()
  const port = typeof address === 'object' && address ? address.port : 0
  try {
    expect(await acceptsReports(`http://127.0.0.1:${port}`)).toMatchObject({
      state: 'bad',
      says: expect.stringMatching(/answers 413.*client_max_body_size/) as string,
    })
  } finally {
    proxy.close()
  }
})

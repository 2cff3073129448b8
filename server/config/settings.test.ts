import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { identityProviders } from '#contract/auth/waysIn.ts'
import { readConfig } from './config.ts'
import { ConfigError } from './readSetting.ts'
import { secretSettings } from './secretFiles.ts'
import { settings, settingsPage } from './settings.ts'

const folder = new URL('.', import.meta.url)
const code = readdirSync(folder)
  .filter((name) => !name.includes('.test.') && !/^(settings|secretFiles)\.ts$/.test(name))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n')
const named = settings.map(({ name }) => name)

it('the settings list names each one that the server reads, and no other', () => {
  const read = new Set(
    [...code.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)'/g)].map(([, name]) => name ?? ''),
  )
  for (const idp of identityProviders)
    for (const part of ['ISSUER', 'CLIENT_ID']) read.add(`OIDC_${idp.toUpperCase()}_${part}`)
  expect(named.toSorted()).toEqual([...read].toSorted())
})

it('the settings list is written out in docs/settings.md, and each is in .env.example', async () => {
  await expect(settingsPage()).toMatchFileSnapshot('../../docs/settings.md')
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  expect(named.filter((name) => !example.includes(`#${name}=`))).toEqual([])
})

it('a secret is read from a file, and an unreadable file is reported', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-secrets-'))
  try {
    const path = join(folder, 'secret')
    writeFileSync(path, '  a-token-of-some-length\n')
    expect(readConfig({ METRICS_TOKEN_FILE: path }).metricsToken).toBe('a-token-of-some-length')
    const refused = (env: Record<string, string>) => {
      try {
        readConfig(env)
      } catch (error) {
        return error instanceof ConfigError ? error.message : String(error)
      }
      return 'taken'
    }
    expect(refused({ TOKEN_SECRET_FILE: join(folder, 'none') })).toContain('cannot be read')
    expect(refused({ TOKEN_SECRET_FILE: path, TOKEN_SECRET: 'x' })).toContain('only one of them')
    writeFileSync(path, '\n')
    expect(refused({ DATABASE_URL_FILE: path })).toContain('is empty')
    expect(named).toEqual(expect.arrayContaining([...secretSettings]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

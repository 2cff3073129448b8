import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './readSetting.ts'

describe('readConfig()', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      host: 'localhost',
      dataDir: resolve('data'),
      snapshotMinutes: 10,
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      demo: true,
      demoExposed: false,
      demoLanguage: 'en',
      callsPerSecond: 50,
      retentionBounds: {},
      production: false,
      tokenSecret: undefined,
      tokenMinutes: 30,
      frameAncestors: [],
      hookAllowedHosts: [],
      dataKeysBefore: [],
      trustedProxies: ['loopback'],
      apiDocs: true,
      smtpTlsOptional: false,
      mapToken: undefined,
      logLevel: 'info',
      publicUrl: 'http://localhost:4000',
      smtpUrl: undefined,
      securityContact: undefined,
      pushContact: undefined,
      mailFrom: 'Plantroom <plantroom@localhost>',
      smsGatewayUrl: undefined,
      providers: [],
    })
  })

  it('treats an empty value as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', DEMO: '', TOKEN_SECRET: '' })).toEqual(
      readConfig({}),
    )
  })

  it.each([
    [{}, true],
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'production', DEMO: '1' }, true],
    [{ DEMO: '0' }, false],
  ])('decides demo mode from %j', (env, demo) => {
    expect(readConfig(env).demo).toBe(demo)
  })

  it('shows the API’s description outside production, or as configured', () => {
    expect(
      [
        {},
        { NODE_ENV: 'production' },
        { NODE_ENV: 'production', API_DOCS: '1' },
        { API_DOCS: '0' },
      ].map((env) => readConfig(env).apiDocs),
    ).toEqual([true, false, true, false])
  })

  it('splits the origins that may embed the product', () => {
    expect(
      readConfig({ FRAME_ANCESTORS: 'https://a.example, http://b.example:8080' }).frameAncestors,
    ).toEqual(['https://a.example', 'http://b.example:8080'])
  })

  it.each([
    [{ PORT: '70000' }, 'PORT is "70000", but it must be a whole number from 0 to 65535.'],
    [{ PORT: '4000x' }, 'PORT is "4000x", but it must be a whole number from 0 to 65535.'],
    [
      { SMTP_URL: 'mail.example.org' },
      'SMTP_URL is "mail.example.org", but it must be an address such as smtp://user:password@host:587.',
    ],
    [
      { OIDC_SSO_ISSUER: 'https://login.example.org' },
      'OIDC_SSO_CLIENT_ID is not set, but OIDC_SSO_ISSUER is set and needs it.',
    ],
    [{ DEMO: 'yes' }, 'DEMO is "yes", but it must be 1 (on) or 0 (off).'],
    [
      { DEMO_LANGUAGE: 'de' },
      'DEMO_LANGUAGE is "de", but it must be one of en, he, ar, ru, cs, sk.',
    ],
    [
      { TRUSTED_PROXIES: '10.0.0.0/33' },
      'TRUSTED_PROXIES is "10.0.0.0/33", but each entry must be an address, a network such as 10.1.0.0/16 or 2001:db8::/32, or loopback.',
    ],
    [
      { HOOK_ALLOWED_HOSTS: 'erp:0' },
      'HOOK_ALLOWED_HOSTS is "erp:0", but each entry must be a host name or an address, with a port (:8443) and a company (@uuid) where it is limited to them.',
    ],
    [{ SMTP_TLS: 'maybe' }, 'SMTP_TLS is "maybe", but it must be required or optional.'],
    [{ API_DOCS: 'yes' }, 'API_DOCS is "yes", but it must be 1 (on) or 0 (off).'],
    [{ TOKEN_MINUTES: '0' }, 'TOKEN_MINUTES is "0", but it must be a whole number from 1 to 1440.'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL is "loud", but it must be one of fatal, error, warn, info, debug, trace, silent.',
    ],
    [{ HOST: 'a b' }, 'HOST is "a b", but it must be a host name or an IP address.'],
    [
      { FRAME_ANCESTORS: 'https://a.example/path' },
      'FRAME_ANCESTORS is "https://a.example/path", but each entry must be an origin such as https://portal.example.org, with no path.',
    ],
    [
      { DATABASE_URL: 'mysql://u:hunter2@h/db' },
      'DATABASE_URL is (hidden, it may hold a password), but it must be an address such as postgres://user:password@host:5432/database.',
    ],
    [
      { DATABASE_URL: 'postgres://h' },
      'DATABASE_URL is (hidden, it may hold a password), but it names no database after the host.',
    ],
    [
      { DATA_KEY: 'a passphrase that is long enough, one would think' },
      'DATA_KEY is (hidden, it is a secret), but it must be 32 random bytes in base64 or hex, as `openssl rand -base64 32` makes them.',
    ],
    [
      { DATA_KEY: '0'.repeat(64) },
      'DATA_KEY is (hidden, it is a secret), but it must be 32 random bytes',
    ],
    [
      { DATA_KEY_BEFORE: 'short' },
      'DATA_KEY_BEFORE is (hidden, it is a secret), but it must be 32 random bytes',
    ],
    [
      { NODE_ENV: 'production', TOKEN_SECRET: 'short' },
      'TOKEN_SECRET is 5 characters long, but in production it must have at least 32.',
    ],
    [
      { NODE_ENV: 'production', TOKEN_SECRET: 'changemechangemechangemechangeme' },
      'TOKEN_SECRET is a well-known or repeating text, but in production it must be random.',
    ],
  ])('refuses %j with a sentence', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(sentence)
  })

  it('reads a data key in hex and in base64, and several former ones', () => {
    const key = Buffer.from('q8Zr1v-XnT0pJm4sYw7Lc2Ed9Ha6Bk3U')
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(readConfig({ DATA_KEY: key.toString(form) }).dataKey).toEqual(key)
    const before = `${key.toString('hex')}, ${key.toString('base64')}`
    expect(readConfig({ DATA_KEY_BEFORE: before }).dataKeysBefore).toEqual([key, key])
  })

  it('makes a random secret in production', () => {
    const secret = 'q8Zr1v-XnT0pJm4sYw7Lc2Ed9Ha6Bk3Uf5'
    expect(readConfig({ NODE_ENV: 'production', TOKEN_SECRET: secret }).tokenSecret).toBe(secret)
  })
})

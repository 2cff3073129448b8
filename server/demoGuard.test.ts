import { describe, expect, it } from 'vitest'
import { readConfig } from './config/config.ts'
import { demoRefusal } from './demoGuard.ts'
import { isLoopback } from './loopback.ts'

const refusal = (env: Record<string, string>, demo: number, own: number) =>
  demoRefusal(readConfig(env), { demo, own })

describe('a start with or without the demo', () => {
  it.each([
    ['an empty folder', {}, 0, 0],
    ['the demo’s own data', {}, 2, 0],
    ['the demo’s own data without demo mode', { DEMO: '0' }, 2, 0],
    ['own data without the demo', { DEMO: '0' }, 0, 1],
    ['own data in production, reachable', { NODE_ENV: 'production', HOST: '0.0.0.0' }, 0, 3],
    ['own companies beside the demo’s, without demo mode', { DEMO: '0' }, 2, 1],
    ['a public demo that was asked for', { DEMO_EXPOSED: '1', HOST: '0.0.0.0' }, 2, 0],
    [
      'a public demo in production that was asked for',
      {
        NODE_ENV: 'production',
        DEMO: '1',
        DEMO_EXPOSED: '1',
        HOST: '::',
        PUBLIC_URL: 'https://demo.example.org',
      },
      0,
      0,
    ],
    [
      'the demo on another loopback address',
      { HOST: '127.0.0.2', PUBLIC_URL: 'http://[::1]:4000' },
      2,
      0,
    ],
  ])('is allowed with %s', (_what, env, demo, own) => {
    expect(refusal(env, demo, own)).toBeNull()
  })

  it.each([
    ['demo mode on own data', {}, 0, 1, /a company that is not of the demo.*DEMO=0/],
    [
      'demo mode on own data beside the demo’s',
      {},
      2,
      3,
      /3 companies that are not of the demo.*DEMO=0/,
    ],
    ['demo mode on own data, exposed or not', { DEMO_EXPOSED: '1' }, 0, 1, /DEMO=0/],
    [
      'demo data in production',
      { NODE_ENV: 'production' },
      2,
      0,
      /NODE_ENV is production.*DATA_DIR.*DEMO_EXPOSED=1/,
    ],
    [
      'demo mode in production before there is data',
      { NODE_ENV: 'production', DEMO: '1' },
      0,
      0,
      /NODE_ENV is production.*DEMO=0.*DEMO_EXPOSED=1/,
    ],
    ['demo mode on every address', { HOST: '0.0.0.0' }, 0, 0, /HOST is 0\.0\.0\.0.*DEMO_EXPOSED=1/],
    ['demo mode on every IPv6 address', { HOST: '::' }, 2, 0, /HOST is ::/],
    ['demo mode on a name', { HOST: 'plantroom.local' }, 2, 0, /HOST is plantroom\.local/],
    [
      'demo data on a reachable address, demo mode off',
      { DEMO: '0', HOST: '10.0.0.5' },
      2,
      0,
      /HOST is 10\.0\.0\.5.*everybody knows/,
    ],
    [
      'demo mode behind a proxy',
      { PUBLIC_URL: 'https://demo.example.org' },
      2,
      0,
      /PUBLIC_URL is https:\/\/demo\.example\.org/,
    ],
  ])('is refused with a sentence that says what to do: %s', (_what, env, demo, own, sentence) => {
    expect(refusal(env, demo, own)).toMatch(sentence)
  })
})

describe('a loopback address', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'a.localhost',
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
  ])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true)
  })

  it.each([
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '127.0.0.1.example.org',
    'localhost.example.org',
    '127.1',
    'fe80::1%lo',
    '',
  ])('is not %s', (host) => {
    expect(isLoopback(host)).toBe(false)
  })
})

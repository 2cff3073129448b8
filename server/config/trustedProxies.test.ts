import { describe, expect, it } from 'vitest'
import { isProxyEntry, makeProxyTest } from './trustedProxies.ts'

describe('a trusted proxy', () => {
  it.each([
    [['loopback'], '127.0.0.1', true],
    [['loopback'], '::1', true],
    [['loopback'], '::ffff:127.0.0.1', true],
    [['loopback'], '10.0.0.1', false],
    [['10.1.0.0/16'], '10.1.200.3', true],
    [['10.1.0.0/16'], '10.2.0.1', false],
    [['10.1.0.0/16'], '::ffff:10.1.2.3', true],
    [['10.1.0.0/16'], '127.0.0.1', false],
    [['2001:db8:5::/48'], '2001:db8:5:9::1', true],
    [['2001:db8:5::/48'], '2001:0db8:0005:0000::7', true],
    [['2001:db8:5::/48'], '2001:db8:6::1', false],
    [['192.0.2.7'], '192.0.2.7', true],
    [['192.0.2.7'], '192.0.2.8', false],
    [['2001:db8::7'], '2001:db8:0::7', true],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['loopback'], undefined, false],
    [['loopback'], 'nonsense', false],
    [[], '127.0.0.1', false],
  ] as const)('of %j is %s: %s', (entries, address, expected) => {
    expect(makeProxyTest(entries)(address)).toBe(expected)
  })

  it.each([
    ['10.0.0.0/8', true],
    ['2001:db8::/32', true],
    ['::1', true],
    ['loopback', true],
    ['10.0.0.0/33', false],
    ['::/129', false],
    ['proxy.example.org', false],
    ['10.0.0', false],
    ['10.0.0.0/8/8', false],
    ['10.0.0.0/', false],
  ])('is written as an address or a network: %s is %s', (entry, expected) =>
    expect(isProxyEntry(entry)).toBe(expected),
  )
})

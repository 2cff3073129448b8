import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNetwork, networkList } from './networkList.ts'

type Bits = readonly boolean[]
const bitsOf = (length: number) => fc.array(fc.boolean(), { minLength: length, maxLength: length })
const groups = (bits: Bits, size: number) =>
  Array.from({ length: bits.length / size }, (_none, index) =>
    bits.slice(index * size, (index + 1) * size).reduce((sum, bit) => sum * 2 + Number(bit), 0),
  )
const dotted = (bits: Bits) => groups(bits, 8).join('.')
const hex = (bits: Bits) => groups(bits, 16).map((group) => group.toString(16))

const spellingsOf = (bits: Bits): string[] => {
  if (bits.length === 32)
    return [
      dotted(bits),
      `::ffff:${dotted(bits)}`,
      `::FFFF:${hex(bits).join(':')}`,
      `0:0:0:0:0:ffff:${hex(bits).join(':')}`,
    ]
  const plain = hex(bits).join(':')
  const long = hex(bits)
    .map((group) => group.padStart(4, '0'))
    .join(':')
  const short = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  return [plain, long, long.toUpperCase(), short]
}
const networksOf = (bits: Bits, prefix: number): string[] => [
  ...spellingsOf(bits)
    .filter((text) => bits.length === 128 || !text.includes(':'))
    .map((text) => `${text}/${prefix}`),
  ...(bits.length === 32 ? [`::ffff:${dotted(bits)}/${prefix + 96}`] : []),
  ...(prefix === bits.length ? spellingsOf(bits) : []),
]
const flipped = (bits: Bits, at: number): Bits =>
  bits.map((bit, index) => (index === at ? !bit : bit))
/** An IPv6 address in ::ffff:0:0/96 is an IPv4 address. */
const isMapped = (bits: Bits) =>
  bits.length === 128 && bits.slice(0, 96).every((bit, index) => bit === index >= 80)

const address = fc.oneof(bitsOf(32), bitsOf(128)).filter((bits: Bits) => !isMapped(bits))

describe('a list of networks', () => {
  it('compares whole addresses: each prefix length holds what shares its bits and nothing else', () => {
    fc.assert(
      fc.property(address, (bits) => {
        for (let prefix = 0; prefix <= bits.length; prefix++) {
          const out = prefix === 0 ? null : flipped(bits, prefix - 1)
          const inside = prefix === bits.length ? bits : flipped(bits, prefix)
          for (const network of networksOf(bits, prefix)) {
            const holds = networkList([network])
            for (const spelling of [...spellingsOf(bits), ...spellingsOf(inside)])
              if (!isMapped(inside))
                expect([network, spelling, holds(spelling)]).toEqual([network, spelling, true])
            for (const spelling of out === null || isMapped(out) ? [] : spellingsOf(out))
              expect([network, spelling, holds(spelling)]).toEqual([network, spelling, false])
          }
        }
      }),
      { numRuns: 8 },
    )
  })

  it('never holds an address of the other family', () => {
    fc.assert(
      fc.property(address, address, (base, asked) => {
        fc.pre(base.length !== asked.length)
        for (const network of [...networksOf(base, 0), ...networksOf(base, base.length)])
          for (const spelling of spellingsOf(asked))
            expect([network, spelling, networkList([network])(spelling)]).toEqual([
              network,
              spelling,
              false,
            ])
      }),
      { numRuns: 50 },
    )
  })

  it('holds what any of its entries holds', () => {
    fc.assert(
      fc.property(fc.array(address, { maxLength: 5 }), address, (bases, asked) => {
        const entries = bases.map((bits) => `${spellingsOf(bits)[0]}/${bits.length - 8}`)
        for (const spelling of spellingsOf(asked))
          expect(networkList(entries)(spelling)).toBe(
            entries.some((entry) => networkList([entry])(spelling)),
          )
      }),
      { numRuns: 50 },
    )
  })

  it.each([undefined, '', 'nonsense', '10.0.0', '2001:db8::/64'])('holds no %s', (asked) =>
    expect(networkList(['0.0.0.0/0', '::/0'])(asked)).toBe(false),
  )

  it('ignores the zone of a link-local address', () =>
    expect(networkList(['fe80::/10'])('fe80::1%eth0')).toBe(true))
})

it.each([
  ['10.0.0.7', true],
  ['10.0.0.0/8', true],
  ['2001:db8::/32', true],
  ['::ffff:10.0.0.0/104', true],
  ['10.0.0.0/33', false],
  ['::/129', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/', false],
  ['fe80::1%eth0', false],
  ['10.0.0', false],
])('networkList reads %s as an address or a network: %s', (text, expected) =>
  expect(isNetwork(text)).toBe(expected),
)

import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { canonical, headText, keyIdOf, linkText, sha256 } from './crypto.ts'
import { bundleOf, NoAttachment, NotARecord, readExported } from './read.ts'
import { FIRST_HASH, FORMAT, type Bundle, type Entry, type Head, type PublicKey } from './record.ts'
import { verify, verifyBundle, type FaultCode } from './verify.ts'

interface Signer {
  key: PublicKey
  sign(text: string): Promise<string>
}
const at = '2026-05-12T12:02:00.000Z'
const by = { id: 1, name: 'Jana' }

async function makeSigner(): Promise<Signer> {
  const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair // Ed25519 generates key pairs
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return {
    key: {
      id: await keyIdOf(raw),
      publicKey: Buffer.from(raw).toString('base64url'),
      activeFrom: at,
      retiredAt: null,
    },
    sign: async (text) =>
      Buffer.from(
        await crypto.subtle.sign({ name: 'Ed25519' }, pair.privateKey, Buffer.from(text)),
      ).toString('base64url'),
  }
}

interface Chain {
  entries: Entry[]
  head: Head
  keys: PublicKey[]
}
/** A chain of addenda with these texts; `signers` take turns. */
async function makeChain(texts: readonly string[], signers: readonly Signer[]): Promise<Chain> {
  const chain = 'f0000000-0000-4000-8000-000000000000'
  const entries: Entry[] = []
  for (const [index, text] of texts.entries()) {
    const signer = signers[index % signers.length]
    if (signer === undefined) throw new Error('Nobody signs')
    const record = {
      format: FORMAT,
      kind: 'addendum' as const,
      nonce: `nonce ${index}`,
      company: 'Ours',
      logId: index,
      text,
      by: { id: 1, name: 'Jana' },
      at,
    } as const
    const link = {
      chain,
      sequence: index + 1,
      previousHash: entries.at(-1)?.hash ?? FIRST_HASH,
      recordHash: await sha256(canonical(record)),
      keyId: signer.key.id,
      sealedAt: at,
    }
    const said = linkText(link)
    entries.push({ ...link, hash: await sha256(said), signature: await signer.sign(said), record })
  }
  const [first] = signers
  if (first === undefined) throw new Error('Nobody signs')
  const head = {
    chain,
    sequence: entries.length,
    hash: entries.at(-1)?.hash ?? FIRST_HASH,
    keyId: first.key.id,
    sealedAt: at,
  }
  return {
    entries,
    head: { ...head, signature: await first.sign(headText(head)) },
    keys: signers.map(({ key }) => key),
  }
}

let signers: Signer[]
let stranger: Signer
beforeAll(async () => {
  signers = [await makeSigner(), await makeSigner()]
  stranger = await makeSigner()
})
const codesOf = async (chain: Chain): Promise<[FaultCode, number][]> =>
  (await verify({ ...chain, isWhole: true })).faults.map(({ code, sequence }) => [code, sequence])
const texts = ['one', 'two', 'three', 'four', 'five']
const at3 = (entries: readonly Entry[], patch: (entry: Entry) => Entry): Entry[] =>
  entries.map((entry) => (entry.sequence === 3 ? patch(entry) : entry))

describe('the canonical form', () => {
  it('is that of RFC 8785', () => {
    expect(canonical({ b: [56, 1e21, 0.1, -0], a: '\u20ac$\u000f\nA\'B"\\\\"/', 1: {} })).toBe(
      '{"1":{},"a":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/","b":[56,1e+21,0.1,0]}',
    )
  })

  it('does not depend on the order of keys, and survives JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed())
        expect(canonical(turned)).toBe(canonical(value))
        expect(canonical(JSON.parse(canonical(value)))).toBe(canonical(value))
      }),
    )
  })
})

describe('a chain of signed logs', () => {
  it('that nobody changed has no fault, for any content and any signer of the company', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string(), { maxLength: 8 }), async (said) => {
        expect(await codesOf(await makeChain(said, signers))).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  it('names the one record whose content, link or signature was changed', async () => {
    const chain = await makeChain(texts, signers)
    const kinds: [FaultCode, (entry: Entry) => Entry][] = [
      [
        'changed',
        (entry) => ({ ...entry, record: entry.record && { ...entry.record, company: 'Theirs' } }),
      ],
      ['changed', (entry) => ({ ...entry, sealedAt: '2026-05-12T12:03:00.000Z' })],
      ['changed', (entry) => ({ ...entry, recordHash: FIRST_HASH })],
      ['signature', (entry) => ({ ...entry, signature: chain.entries[0]?.signature ?? '' })],
      ['signature', (entry) => ({ ...entry, signature: 'none at all' })],
      ['emptied', (entry) => ({ ...entry, record: null })],
    ]
    for (const [code, patch] of kinds)
      expect(await codesOf({ ...chain, entries: at3(chain.entries, patch) })).toEqual([[code, 3]])
  })

  it('cannot be rebuilt without a key of the company', async () => {
    const [chain, forged] = [
      await makeChain(texts, signers),
      await makeChain(['one', 'two', 'other', 'four', 'five'], [stranger]),
    ]
    const faults = await codesOf({ ...forged, keys: chain.keys })
    expect(faults).toContainEqual(['unknownKey', 3])
    const own = { ...stranger.key, id: signers[0]?.key.id ?? '' } // a stranger's key under the id of the company's key
    expect(await codesOf({ ...forged, keys: [own] })).toContainEqual(['unknownKey', 3])
  })

  it('shows a hole, a swapped pair, and a tail that was cut', async () => {
    const chain = await makeChain(texts, signers)
    const without = (gone: number) => chain.entries.filter(({ sequence }) => sequence !== gone)
    expect(await codesOf({ ...chain, entries: without(3) })).toEqual([['hole', 3]])
    expect(await codesOf({ ...chain, entries: without(5) })).toEqual([['cut', 5]])
    const [second, fourth] = [chain.entries[1], chain.entries[3]]
    const places = chain.entries.map((entry) =>
      entry === second
        ? { ...entry, sequence: 4 }
        : entry === fourth
          ? { ...entry, sequence: 2 }
          : entry,
    )
    expect(await codesOf({ ...chain, entries: places })).toEqual([
      ['swapped', 2],
      ['swapped', 4],
    ])
    const contents = chain.entries.map((entry) =>
      entry === second
        ? { ...entry, record: fourth?.record ?? null }
        : entry === fourth
          ? { ...entry, record: second?.record ?? null }
          : entry,
    )
    expect(await codesOf({ ...chain, entries: contents })).toEqual([
      ['swapped', 2],
      ['swapped', 4],
    ])
  })

  it('misses any subset of its records, and says so', async () => {
    const chain = await makeChain(texts, signers)
    await fc.assert(
      fc.asyncProperty(fc.subarray(chain.entries, { maxLength: 4 }), async (left) => {
        expect((await codesOf({ ...chain, entries: left })).length).toBeGreaterThan(0)
      }),
      { numRuns: 30 },
    )
  })

  it('is not shortened by an old head of another length', async () => {
    const chain = await makeChain(texts, signers)
    const head = { ...chain.head, sequence: 4, hash: chain.entries[3]?.hash ?? '' }
    expect(await codesOf({ ...chain, entries: chain.entries.slice(0, 4), head })).toEqual([
      ['signature', 4],
    ])
  })
})

const noAttachments = () => Promise.resolve([])

describe('an exported signed log', () => {
  const bundle = async (): Promise<Bundle> => {
    const chain = await makeChain(texts, signers)
    return { format: FORMAT, address: 'https://a.test/x', logId: 1, ...chain }
  }

  it('is read from JSON, and checked by itself in part', async () => {
    const whole = await bundle()
    const read = await readExported(Buffer.from(JSON.stringify(whole)), noAttachments)
    const part = { ...read, entries: read.entries.slice(1, 3) }
    expect(await verify({ ...part, isWhole: false })).toEqual({ faults: [], removed: [] })
  })

  it('is read from a PDF whose record another program has compressed', async () => {
    const whole = await bundle()
    const record = Buffer.from(JSON.stringify(whole))
    const plain = `%PDF-1.7\n<< /Type /EmbeddedFile /Length ${record.length} >>\nstream\n`
    const files = () => Promise.resolve([{ filename: 'record.json', content: record }])
    const pdf = Buffer.concat([Buffer.from(plain), record])
    expect(await readExported(pdf, noAttachments)).toEqual(whole)
    const compressed = Buffer.from(plain.replace('/Length', '/Filter /FlateDecode /Length'))
    expect(await readExported(compressed, files)).toEqual(whole)
    await expect(readExported(compressed, noAttachments)).rejects.toThrow(NoAttachment)
    // Makes the length an indirect object and adds leading bytes, as a mail program does.
    const indirect = Buffer.from(`\r\n${plain.replace(/\/Length \d+/, '/Length 13 0 R')}`)
    expect(await readExported(Buffer.concat([indirect, record]), files)).toEqual(whole)
  })

  it('without its content counts as changed', async () => {
    const whole = await bundle()
    const empty = { ...whole, entries: whole.entries.map((entry) => ({ ...entry, record: null })) }
    expect((await verifyBundle(empty)).faults).toEqual([{ code: 'emptied', sequence: 1 }])
    const correction = { ...empty, entries: [whole.entries[0] as Entry, ...empty.entries.slice(1)] }
    expect((await verifyBundle(correction)).faults).toEqual([{ code: 'emptied', sequence: 2 }])
  })

  it.each([
    ['a performance of nothing', { kind: 'performance' }],
    ['a correction that is no text', { kind: 'addendum', logId: 1, text: {}, by, at }],
    ['a correction of no moment', { kind: 'addendum', logId: 1, text: 'x', by, at: 'nonsense' }],
    ['a kind of its own', { kind: 'constructor' }],
  ])('with %s is refused, for any signer', async (_what, record) => {
    const whole = await bundle()
    const made = { format: FORMAT, nonce: 'x', company: 'Theirs', ...record }
    const entries = [{ ...whole.entries[0], record: made }, ...whole.entries.slice(1)]
    expect(() => bundleOf({ ...whole, entries })).toThrow(NotARecord)
  })

  it('that leads to a script is refused', async () => {
    const whole = await bundle()
    expect(() => bundleOf({ ...whole, address: 'javascript:alert(1)' })).toThrow(NotARecord)
  })

  it('with thousands of changed records is judged without comparing each with each', async () => {
    const { entries, ...rest } = await bundle()
    const wrong = Array.from({ length: 2_000 }, (_, index) => ({
      ...(entries[0] as Entry),
      sequence: index + 1,
      hash: '1'.repeat(64),
    }))
    const { faults } = await verifyBundle({ ...rest, format: FORMAT, entries: wrong })
    expect(faults.filter(({ code }) => code === 'changed' || code === 'swapped')).toHaveLength(
      2_000,
    )
  })

  it('that is something else is refused with a code, and never throws otherwise', async () => {
    const whole = await bundle()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array(),
          fc.uint8Array().map((rest) => Buffer.concat([Buffer.from('%PDF-1.7'), rest])),
          fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))),
          fc
            .record({ key: fc.constantFrom(...Object.keys(whole)), value: fc.jsonValue() })
            .map(({ key, value }) => Buffer.from(JSON.stringify({ ...whole, [key]: value }))),
        ),
        async (bytes) => {
          try {
            await readExported(bytes, noAttachments)
          } catch (error) {
            expect(error).toBeInstanceOf(NotARecord)
          }
        },
      ),
    )
    expect(() => bundleOf(null)).toThrow(NotARecord)
  })
})

import { describe, expect, it } from 'vitest'
import {
  digitTranslation,
  normalisedSpellings,
  labelCodeAt,
  objectAt,
  readScanned,
  spellingsOf,
  spellingsOfCode39,
} from './scanned.ts'

const origins = ['https://plantroom.example', 'http://localhost:4000']
const read = (text: string) => readScanned([{ text }], origins)

describe('a scanned text', () => {
  it('is the object whose address it is', () => {
    const pump = { is: 'thing', kind: 'equipment', id: 12 }
    expect(read('https://plantroom.example/equipment/12')).toEqual(pump)
    expect(read('HTTP://LOCALHOST:4000/equipment?id=12&tab=logs')).toEqual(pump)
    expect(read(']d1https://plantroom.example/equipment/12')).toEqual(pump)
    expect(read('https://plantroom.example/locations?id=7\r\n')).toEqual({
      is: 'thing',
      kind: 'location',
      id: 7,
    })
  })

  it('that is typed in another keyboard layout is the object whose address it means', () => {
    const typed = 'https"--plantroom.example-equipment-+ě'
    expect(readScanned([{ text: typed, isTyped: true }], origins)).toMatchObject({ id: 12 })
    expect(readScanned([{ text: typed }], origins)).toMatchObject({ is: 'codes' })
    expect(objectAt(typed, 'https://plantroom.example')).toEqual({ kind: 'equipment', id: 12 })
    expect(objectAt(typed, 'https://other.example')).toBeNull()
    expect(objectAt('pump 12', 'https://plantroom.example')).toBeNull()
  })

  it('is refused if it is the address of another installation or site', () => {
    const elsewhere = (host: string) => ({ is: 'elsewhere', host })
    expect(read('https://evil.example/equipment/12')).toEqual(elsewhere('evil.example'))
    expect(read('http://plantroom.example/equipment/12')).toEqual(elsewhere('plantroom.example'))
    expect(read('https://plantroom.example:8443/equipment/12')).toEqual(
      elsewhere('plantroom.example:8443'),
    )
    expect(read('https://plantroom.example@evil.example/equipment/12')).toEqual(
      elsewhere('evil.example'),
    )
    expect(read('https://plantroom.example\\@evil.example/equipment/12')).toEqual({ is: 'other' })
  })

  it('opens nothing if our own address names no object', () => {
    for (const path of [
      '/',
      '/logout',
      '/equipment',
      '/equipment/0',
      '/equipment?id=x',
      '/equipment/9999999999',
    ])
      expect(read(`https://plantroom.example${path}`)).toEqual({ is: 'other' })
  })

  it('is a number if it is not a web address', () => {
    for (const code of ['IP-112', '4006381333931', 'SN:77/a', 'javascript:alert(1)', 'מכשיר 7'])
      expect(read(` ${code}\n`)).toEqual({ is: 'codes', codes: [{ text: code }] })
    expect(read('I\u202eP-112')).toEqual({ is: 'codes', codes: [{ text: 'IP-112' }] })
  })

  it('is nothing if it is empty or longer than any number', () => {
    for (const text of ['', ' \n', 'x'.repeat(1_001), 'https://'])
      expect(read(text)).toEqual({ is: 'nothing' })
  })

  it('of a Code 39 label is read as printed, or in Full ASCII as an address or a second spelling', () => {
    const readCode39 = (text: string) => readScanned([{ text, symbology: 'code39' }], origins)
    expect(readCode39('VAV+C1')).toEqual({
      is: 'codes',
      codes: [{ text: 'VAV+C1', symbology: 'code39' }],
    })
    expect(readCode39('+H+T+T+P/Z/O/O+L+O+C+A+L+H+O+S+T/Z4000/O+E+Q+U+I+P+M+E+N+T/O12')).toEqual({
      is: 'thing',
      kind: 'equipment',
      id: 12,
    })
    expect(spellingsOfCode39('VAV+C1')).toEqual(['vav+c1', 'vavc1'])
    expect(spellingsOfCode39('+V+A+V-+C1')).toEqual(['+v+a+v-+c1', 'vav-c1'])
    expect(spellingsOfCode39('PUMP-7$M')).toEqual(['pump-7$m', 'pump-7'])
    expect(spellingsOfCode39('AHU-2')).toEqual(['ahu-2'])
  })

  it('keeps the separators of a label', () => {
    const text = ']d2010950600013435221A\u001d10B'
    expect(read(`${text}\r\n`)).toEqual({ is: 'codes', codes: [{ text }] })
  })

  it('is looked up if it is a GS1 Digital Link, and not opened', () => {
    const text = 'https://id.gs1.org/01/09506000134352/21/12345'
    expect(read(text)).toEqual({ is: 'codes', codes: [{ text }] })
  })

  it('among others in view: an own address wins, then numbers, then the reason', () => {
    const texts = (...given: string[]) =>
      readScanned(
        given.map((text) => ({ text })),
        origins,
      )
    const own = 'https://plantroom.example/equipment/12'
    expect(texts('REF 1', 'https://evil.example/', own)).toMatchObject({ is: 'thing', id: 12 })
    expect(texts('https://evil.example/', 'REF 1', 'SN 2')).toEqual({
      is: 'codes',
      codes: [{ text: 'REF 1' }, { text: 'SN 2' }],
    })
    expect(texts(' ', 'https://evil.example/')).toEqual({ is: 'elsewhere', host: 'evil.example' })
    expect(texts()).toEqual({ is: 'nothing' })
  })

  it('is the same as UPC and as EAN with a leading zero', () => {
    expect(spellingsOf('036000291452')).toEqual(['036000291452', '0036000291452'])
    expect(spellingsOf('0036000291452')).toEqual(['0036000291452', '036000291452'])
    expect(spellingsOf(' IP-112')).toEqual(['ip-112'])
  })

  it.each([
    ['ah101'],
    ['AH 101'],
    ['AH-101'],
    ['AH\u2013101'],
    ['AH \u2014 101'],
    ['AH\u2212101'],
    ['ah\u00a0101'],
    ['AH-١٠١'],
    ['AH-۱۰۱'],
    ['AH-१०१'],
    ['AH１０１'],
    ['AH\u{1d7d9}\u{1d7d8}\u{1d7d9}'],
  ])('%s is AH-101, however its dash, spaces, case and digits are written', (typed) => {
    expect(normalisedSpellings(typed)).toEqual(['ah101'])
  })

  it('differs by a letter, a digit or another sign', () => {
    for (const typed of ['AH-1010', 'AH-10', 'AH/101', 'AH.101', 'AH_101', 'ÄH-101'])
      expect(normalisedSpellings(typed)).not.toEqual(['ah101'])
    expect(normalisedSpellings(' – ')).toEqual([])
  })

  it('is reduced to a bare number by the same letters as stored numbers', () => {
    for (const number of ['AH-101', 'ah – 101', 'AH\u2212١٠١', 'AH ۱۰۱']) {
      const stored = [...number.toLowerCase()].map((letter) => {
        const at = digitTranslation.from.indexOf(letter)
        return at < 0 ? letter : (digitTranslation.to[at] ?? '')
      })
      expect(normalisedSpellings(number)).toEqual([stored.join('')])
    }
  })
})

it.each([
  'https://plantroom.example/r/0123456789abcdef',
  'HTTPS://PLANTROOM.EXAMPLE/R/0123456789ABCDEF',
])('a scanned address with a random code is a label: %s', (text) => {
  const origins = ['https://plantroom.example']
  expect(readScanned([{ text }], origins)).toEqual({ is: 'label', code: '0123456789abcdef' })
  expect(labelCodeAt(text, 'https://plantroom.example')).toBe('0123456789abcdef')
  expect(readScanned([{ text }], ['https://other.example']).is).toBe('elsewhere')
})

it('a scanned address with a code of another shape is not a label', () => {
  for (const code of ['0123456789abcde', '0123456789abcdefg', '0123456789abcdei'])
    expect(
      readScanned([{ text: `https://plantroom.example/r/${code}` }], ['https://plantroom.example']),
    ).toEqual({
      is: 'other',
    })
})

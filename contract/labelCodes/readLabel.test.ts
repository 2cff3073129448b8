import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCharacterOf, readHibc } from './hibc.ts'
import { dayOf, readLabel, searchesOf, spellingsOfGtin, upcAOf } from './readLabel.ts'

const today = '2026-11-29'
const GS = '\u001d'
const read = (text: string) => readLabel(text, today)
const GTIN = '09506000134352'

describe('a GS1 label', () => {
  const full = {
    standard: 'gs1',
    gtin: GTIN,
    serial: 'ABC123',
    lot: 'L1',
    expiresOn: '2026-09-30',
  }
  it.each([
    [`01${GTIN}1726090021ABC123${GS}10L1`],
    [`]d201${GTIN}1726090021ABC123${GS}10L1`],
    [`]C1${GS}01${GTIN}1726090021ABC123${GS}10L1`],
    [`]Q301${GTIN}10L1${GS}21ABC123${GS}17260900`],
    [`01${GTIN}1726090021ABC123<GS>10L1`],
    [`01${GTIN}1726090021ABC123\u241d10L1`],
    [`(01)${GTIN}(17)260900(21)ABC123(10)L1`],
    [`https://id.gs1.org/01/${GTIN}/10/L1/21/ABC123?17=260900`],
    [`https://brand.example/some/path/01/${GTIN}/21/ABC123?10=L1&17=260900&utm=1`],
    ['https://brand.example/gtin/9506000134352/lot/L1/ser/ABC123?17=260900'],
  ])('%j says product, serial number, lot and expiry', (text) => {
    expect(read(text)).toEqual([full])
  })

  it('may have any identifier before the serial number', () => {
    for (const before of [`8014MUDI1${GS}`, `7011261231${GS}`, '3103000750', `717CZ1${GS}`, '20AB'])
      expect(read(`]d201${GTIN}${before.replace('20AB', '2007')}21S1`)).toEqual([
        { standard: 'gs1', gtin: GTIN, serial: 'S1' },
      ])
  })

  it('of a real device is read whole (docs.strich.io/reading-gs1-data.html)', () => {
    const text = `]d20108806388269617112302141728021310230214A3263-01${GS}21059${GS}240ARO4808C`
    expect(read(text)).toEqual([
      {
        standard: 'gs1',
        gtin: '08806388269617',
        serial: '059',
        lot: '230214A3263-01',
        catalogueNumber: 'ARO4808C',
        producedOn: '2023-02-14',
        expiresOn: '2028-02-13',
      },
    ])
  })

  it('in brackets keeps brackets of a value', () => {
    expect(read(`(01)${GTIN}(21)A(77)B(1)`)).toEqual([
      { standard: 'gs1', gtin: GTIN, serial: 'A(77)B(1)' },
    ])
  })

  it('without separators is read in each possible way, the standard one first', () => {
    const readings = read(`01${GTIN}21ABC12310L117261231`)
    expect(readings[0]).toEqual({ standard: 'gs1', gtin: GTIN, serial: 'ABC12310L117261231' })
    expect(readings).toContainEqual({ ...full, expiresOn: '2026-12-31' })
    expect(readings.length).toBeLessThanOrEqual(12)
  })

  it('is not seen in inventory numbers', () => {
    for (const text of ['10AB', '2112345', '9506000134352', '17260900', '0123456789', 'IP-112'])
      expect(read(text)).toEqual([])
    expect(read('0109506000134353')).toEqual([])
  })

  it('is read in a bounded number of steps', () => {
    expect(read(`01${GTIN}21${'10'.repeat(30)}`).length).toBeLessThanOrEqual(12)
    expect(read('01'.repeat(2_000))).toEqual([])
  })

  it.each([
    ['260900', '2026-09-30'],
    ['280200', '2028-02-29'],
    ['760101', '2076-01-01'],
    ['770101', '1977-01-01'],
    ['991231', '1999-12-31'],
    ['260230', null],
    ['261301', null],
  ])('dates %s as %s in 2026', (yymmdd, day) => {
    expect(dayOf(yymmdd, today)).toBe(day)
  })

  it('keeps any serial number between separators', () => {
    const signs = 'ABCXYZabc0123456789-./_%+*()!"&\':;<=>?,'.split('')
    const serials = fc
      .array(fc.constantFrom(...signs), { minLength: 1, maxLength: 20 })
      .map((each) => each.join(''))
      .filter((serial) => !/<GS>|\[GS\]|\{GS\}/i.test(serial))
    fc.assert(
      fc.property(serials, (serial) => {
        expect(read(`]d201${GTIN}21${serial}${GS}10L1`)).toEqual([
          { standard: 'gs1', gtin: GTIN, serial, lot: 'L1' },
        ])
      }),
    )
  })

  it('has the same product as a barcode of fewer digits', () => {
    expect(spellingsOfGtin('00036000291452')).toEqual([
      '00036000291452',
      '0036000291452',
      '036000291452',
    ])
    expect(spellingsOfGtin('036000291452')).toEqual(spellingsOfGtin('00036000291452'))
    expect(spellingsOfGtin('96385074')).toContain('00000096385074')
  })

  it.each([
    ['01234505', '012000003455'],
    ['01234514', '012100003454'],
    ['01234531', '012300000451'],
    ['01234543', '012340000053'],
    ['01234565', '012345000065'],
  ])('in UPC-E %s is the UPC-A %s, and back', (short, long) => {
    expect(upcAOf(short)).toBe(long)
    expect(spellingsOfGtin(long)).toContain(short)
  })
})

describe('a search for a label', () => {
  it('looks for its serial number, or else its lot or product', () => {
    expect(searchesOf(`(01)${GTIN}(21)S1(10)L1`)).toEqual(['S1'])
    expect(searchesOf(`01${GTIN}10L1`)).toEqual(['L1'])
    expect(searchesOf(`01${GTIN}`)).toEqual([GTIN, '9506000134352'])
    expect(searchesOf(`01${GTIN}21S117261231`)).toEqual(['S117261231', 'S1'])
    for (const text of ['', 'pump 7', 'IP-112', '4006381333931'])
      expect(searchesOf(text)).toEqual([text])
  })

  it('has a symbology identifier in front, or another keyboard layout', () => {
    expect(searchesOf(']C0IP-112')).toEqual(['IP-112'])
    expect(searchesOf('ЬЗ-112')).toEqual(['ЬЗ-112', 'MP-112'])
    expect(searchesOf('é+éířéžééé+ščšřěě+Sř')).toContain('S5')
  })
})

describe('an HIBC label', () => {
  const withCheck = (text: string) => text + (checkCharacterOf(text) ?? '')
  it('has its product in the primary part', () => {
    expect(checkCharacterOf('+A123BJC5D6E71')).toBe('G') // printed in ANSI/HIBC 2.6
    expect(read('+A123BJC5D6E71G')).toEqual([{ standard: 'hibc', catalogueNumber: 'BJC5D6E7' }])
    expect(read('+A123BJC5D6E71H')).toEqual([])
  })

  it.each([
    ['$LOT1', { lot: 'LOT1' }],
    ['$+SN7', { serial: 'SN7' }],
    ['26365LOT1', { lot: 'LOT1', expiresOn: '2026-12-31' }],
    ['$$0926LOT1', { lot: 'LOT1', expiresOn: '2026-09-30' }],
    ['$$2093026LOT1', { lot: 'LOT1', expiresOn: '2026-09-30' }],
    ['$$3260930LOT1', { lot: 'LOT1', expiresOn: '2026-09-30' }],
    ['$$+3260930SN7', { serial: 'SN7', expiresOn: '2026-09-30' }],
    ['$$526365LOT1', { lot: 'LOT1', expiresOn: '2026-12-31' }],
    ['$$7LOT1', { lot: 'LOT1' }],
    ['$$+7SN7', { serial: 'SN7' }],
    ['$$8103260930LOT1', { lot: 'LOT1', expiresOn: '2026-09-30' }],
    [
      '$$52001510X3/16D20260131/14D20270131/S77DEFG45',
      { lot: '10X3', serial: '77DEFG45', producedOn: '2026-01-31', expiresOn: '2027-01-31' },
    ],
  ])('has %s in its secondary part, joined or alone', (secondary, content) => {
    expect(read(withCheck(`+A99912345/${secondary}`))).toEqual([
      { standard: 'hibc', catalogueNumber: '1234', ...content },
    ])
    expect(read(withCheck(`+${secondary}G`))).toEqual([{ standard: 'hibc', ...content }])
  })

  it('has no check character in its serial number, whichever it is', () => {
    const serials = Array.from({ length: 200 }, (_none, index) =>
      `S${(index * 97).toString(36)}`.toUpperCase(),
    )
    const labels = serials.map((serial) => withCheck(`+A99912345/$+${serial}`))
    expect(labels.some((text) => text.endsWith('J'))).toBe(true)
    expect(labels.map((text) => readHibc(text)?.serial)).toEqual(serials)
  })

  it('is read without a check character that is a space', () => {
    const spaced = Array.from({ length: 200 }, (_none, index) => `+A999${index}5/$LOT`).find(
      (text) => checkCharacterOf(text) === ' ',
    )
    expect(readHibc(spaced ?? '')).toMatchObject({ lot: 'LOT' })
  })
})

describe('an ISO 15434 envelope', () => {
  it('of format 06 has data identifiers', () => {
    const text = `[)>\u001e06${GS}1PX-200${GS}SABC${GS}1TL1${GS}16D20260101${GS}14D270101\u001e\u0004`
    const content = {
      standard: 'iso15434',
      catalogueNumber: 'X-200',
      serial: 'ABC',
      lot: 'L1',
      producedOn: '2026-01-01',
      expiresOn: '2027-01-01',
    }
    expect(read(text)).toEqual([content])
    const shown = text
      .replaceAll('\u001e', '<RS>')
      .replaceAll(GS, '<GS>')
      .replace('\u0004', '<EOT>')
    expect(read(shown)).toEqual([content])
  })

  it('of format 12 has text identifiers, of format 05 those of GS1', () => {
    expect(read(`[)>\u001e12${GS}PNO X-200${GS}SER 77\u001e\u0004`)).toEqual([
      { standard: 'iso15434', catalogueNumber: 'X-200', serial: '77' },
    ])
    expect(read(`[)>\u001e05${GS}01${GTIN}21S1\u001e\u0004`)).toEqual([
      { standard: 'iso15434', gtin: GTIN, serial: 'S1' },
    ])
  })
})

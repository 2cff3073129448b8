import { describe, expect, it } from 'vitest'
import { decode, encodingOf } from './encodings.ts'
import type { Encoding } from '#contract/importReading.ts'
import { delimiterOf, textOf } from './textFile.ts'

function written(text: string, encoding: Encoding): Buffer {
  const page = new Map<string, number>()
  for (let byte = 255; byte >= 0; byte -= 1) page.set(decode(encoding, Uint8Array.of(byte)), byte)
  return Buffer.from([...text].map((one) => page.get(one) ?? 0x3f))
}

describe('the code page of a file', () => {
  it.each([
    ['windows-1255', 'שם,סוג\nמשאבה,ציוד'],
    ['windows-1255', 'מספר;שם;מיקום\n1;משאבת עירוי;חדר 204\n2;מיטה;מחלקה'],
    ['windows-1255', 'name,location\nPump 1,חדר ניתוח\nPump 2,קומה שנייה'],
    ['windows-1251', 'название,тип\nнасос,оборудование'],
    ['windows-1251', 'Имя;Место\nНасос инфузионный;Палата 3\nКровать;Этаж второй'],
    ['windows-1251', 'НОМЕР,НАЗВАНИЕ\n1,МОНИТОР'],
    ['windows-1251', 'name,location\nPump,Операционная\nBed,Палата'],
    ['windows-1250', 'název;umístění\nČerpadlo;Přízemí\nLůžko;Žlutý sál'],
    ['windows-1250', 'názov,umiestnenie\nČerpadlo,Prízemie\nPosteľ,Oddelenie'],
    ['windows-1250', 'name,place\nMěřič,Sklad'],
    ['windows-1250', 'typ,popis\nLôžko,Izba č. 4\nŤažidlo,Žltá sála'],
    ['windows-1250', 'kód,název\n1,Pumpa\n'],
    ['windows-1250', 'kód;názov\nA;Stôl\n'],
    ['windows-1256', 'الاسم,الموقع\nمضخة,الغرفة الأولى'],
    ['windows-1252', 'Bezeichnung;Hersteller;Preis\nGerät für Küche „groß“;Müller – Söhne;5 €'],
    ['windows-1252', 'nom;lieu\nPompe à perfusion près de la fenêtre;où se trouve le cœur'],
    ['windows-1252', 'nome;luogo\nUnità di raffreddamento;Città più vicina'],
    ['windows-1252', 'nombre;ubicación\nBomba de infusión;Habitación del señor Núñez'],
  ] as const)('of %s is recognised', (encoding, text) => {
    const bytes = written(text, encoding)
    expect(encodingOf(bytes)).toBe(encoding)
    expect(textOf(bytes)).toEqual({ text, encoding })
  })

  // A short Hebrew text is also plausible as Russian; the importer's language decides.
  it.each([
    ['he', 'windows-1255', 'שם,סוג\nA-1,מכונה\n'],
    ['he', 'windows-1255', 'מספר,שם\nA-1,מנוע\n'],
    ['he', 'windows-1255', 'name,type\nA-1,דוד\n'],
    ['ar', 'windows-1256', 'name\nسرير\n'],
  ] as const)('follows the reader’s language if it is not clear: %s', (reader, page, text) => {
    const bytes = written(text, page)
    expect(encodingOf(bytes)).not.toBe(page)
    expect(encodingOf(bytes, reader)).toBe(page)
    expect(textOf(bytes, undefined, reader)).toEqual({ text, encoding: page })
  })

  it.each(['he', 'ar', 'cs', 'sk', 'ru'] as const)(
    'is recognised if it is clear, whatever the reader’s language: %s',
    (reader) => {
      for (const [page, text] of [
        ['windows-1251', 'Имя;Место\nНасос;Палата 3\nКровать;Этаж второй'],
        ['windows-1255', 'מספר;שם;מיקום\n1;משאבת עירוי;חדר 204\n2;מיטה;מחלקה'],
        ['windows-1256', 'الاسم,الموقع\nمضخة,الغرفة الأولى'],
        ['windows-1250', 'název;umístění\nČerpadlo;Přízemí\nLůžko;Žlutý sál'],
      ] as const)
        expect(encodingOf(written(text, page), reader), text).toBe(page)
    },
  )

  it('is not asked of Unicode', () => {
    for (const text of ['name\nнасос', 'a,b\n1,2', 'שם,סוג\nמשאבה,1\n']) {
      expect(textOf(Buffer.from(text))).toEqual({ text, encoding: 'utf-8' })
      expect(textOf(Buffer.from(`\ufeff${text}`)).text).toBe(text)
      const wide = Buffer.from(text, 'utf16le')
      expect(textOf(Buffer.concat([Buffer.of(0xff, 0xfe), wide]))).toEqual({
        text,
        encoding: 'utf-16le',
      })
      expect(textOf(wide), text).toEqual({ text, encoding: 'utf-16le' })
      expect(textOf(Buffer.from(wide).swap16())).toEqual({ text, encoding: 'utf-16be' })
    }
  })

  it('is what the user says', () => {
    const bytes = written('насос', 'windows-1251')
    expect(textOf(bytes, 'windows-1251').text).toBe('насос')
    expect(textOf(bytes, 'windows-1255').text).toBe('םאסמס')
    expect(() => textOf(bytes, 'utf-8')).toThrow('The request cannot be read')
  })
})

it.each([
  ['a NUL byte', Buffer.from('asset no,name\nX\u0000,y\n'), 'There is a NUL byte in line 2'],
  [
    'the beginning of a picture',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x02, 0xff]),
    'This is not a text file',
  ],
])('the text reader refuses %s', (_what, bytes, words) => {
  let refusal: unknown
  try {
    textOf(bytes)
  } catch (error) {
    refusal = error
  }
  expect(refusal).toMatchObject({
    errors: [{ code: 'badEncoding', message: expect.stringContaining(words) }],
  })
})

it('the text reader finds the separator outside of quotes', () => {
  expect(delimiterOf('a;b;c\n1,2,3,4')).toBe(';')
  expect(delimiterOf('"a, b, c";d\n')).toBe(';')
  expect(delimiterOf('a\tb\n')).toBe('\t')
  expect(delimiterOf('a')).toBe(',')
})

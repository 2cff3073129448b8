import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { exportedKeys } from '#contract/entityFields.ts'
import { importExtras, importedThings, importFields, importKinds } from '#contract/imports.ts'
import { languages, type Language } from '#contract/languages.ts'
import { fieldLabelKey } from '#contract/rules/fieldLabelKey.ts'
import { exportWord } from '#kernel/data/exportWords.ts'
import { exportColumns as ofEquipment } from '../../site/equipment/index.ts'
import { exportColumns as ofLocations } from '../../foundation/locations/index.ts'
import { guessMapping } from './guess.ts'

const wordsOf = (language: Language, namespace: string) =>
  JSON.parse(readFileSync(`locales/${language}/${namespace}.json`, 'utf8')) as Record<
    string,
    string
  >

describe('the headings of a file', () => {
  it.each([
    ['tickets', ['To be taken up by', 'To be done by'], ['respondBy', 'dueBy']],
    [
      'schedules',
      ['After one that nobody did', 'How many in all'],
      ['restartAfter', 'repeatCount'],
    ],
    ['sensors', ['Id of the device'], ['deviceId']],
  ] as const)('of an export of %s with the former English labels are read', (kind, old, fields) => {
    expect(guessMapping(kind, [...old]).columns).toEqual(fields)
  })

  it.each([
    ['equipment', ofEquipment],
    ['locations', ofLocations],
  ] as const)(
    'of %s that the product wrote itself are its fields, and nothing else',
    (kind, own) => {
      const fields: readonly string[] = [
        ...exportedKeys(importedThings[kind]),
        ...importExtras[kind],
      ]
      const targets = own.map(({ key }) => (fields.includes(key) ? key : 'ignore'))
      const keys = own.map(({ key }) => key)
      expect(guessMapping(kind, keys).columns).toEqual(targets)
      for (const language of languages) {
        const words = own.map(({ title }) =>
          'word' in title ? exportWord(language, title.word) : title.name,
        )
        expect(guessMapping(kind, words).columns, language).toEqual(targets)
      }
    },
  )

  it('of tickets that number them do not become the title', () => {
    expect(
      guessMapping('tickets', ['Work order', 'Subject', 'Status', 'Created Date']).columns,
    ).toEqual(['ignore', 'title', 'state', 'openedAt'])
  })

  it('that are the name of a field win over similar ones, wherever they are', () => {
    expect(guessMapping('locations', ['id', 'room no', 'title', 'code', 'name']).columns).toEqual([
      'detail',
      'detail',
      'detail',
      'code',
      'name',
    ])
    expect(guessMapping('equipment', ['ID', 'asset no', 'Name']).columns).toEqual([
      'detail',
      'equipmentId',
      'name',
    ])
  })

  it.each([
    ['Asset Name', 'Location Name'],
    ['Název zařízení', 'Název místnosti'],
    ['Názov zariadenia', 'Názov miestnosti'],
    ['Наименование оборудования', 'Название помещения'],
    ['שם הציוד', 'שם החדר'],
    ['اسم الجهاز', 'اسم الغرفة'],
  ])('may have a noun before or after the word name: %s, %s', (thing, place) => {
    expect(guessMapping('equipment', ['asset tag', thing, place]).columns).toEqual([
      'equipmentId',
      'name',
      'location',
    ])
    expect(guessMapping('locations', ['code', place]).columns).toEqual(['code', 'name'])
  })

  it.each([
    ['equipment', ['Serial number', 'Asset tag'], 1],
    ['equipment', ['Serial number', 'Barcode'], 1],
    ['equipment', ['Serial number', 'ID'], 1],
    ['equipment', ['Barcode', 'Asset tag'], 1],
    ['equipment', ['Sériové číslo', 'Inv. číslo'], 1],
    ['equipment', ['Заводской номер', 'Инв. №'], 1],
  ] as const)('give the number to what the owner gave it: %s, %j', (kind, headings, column) => {
    expect(guessMapping(kind, headings).columns[column]).toBe('equipmentId')
  })

  it('name what something is inside, or part of', () => {
    expect(guessMapping('locations', ['Name', 'Parent Location']).columns).toEqual([
      'name',
      'parent',
    ])
    expect(
      guessMapping('equipment', ['Asset', 'Parent Asset', 'Barcode', 'Description']).columns,
    ).toEqual(['name', 'owner', 'equipmentId', 'detail'])
    expect(guessMapping('equipment', ['Name', 'Area', 'Location Name']).columns[2]).toBe('location')
  })

  it('of two rows are known by their second row, too', () => {
    expect(
      guessMapping('equipment', [
        'Identification – Name',
        'Identification – Asset tag',
        'Warranty – From',
      ]).columns,
    ).toEqual(['name', 'equipmentId', 'detail'])
  })

  it('may call the number an id if there is no better one', () => {
    expect(guessMapping('equipment', ['id', 'name']).columns).toEqual(['equipmentId', 'name'])
    expect(guessMapping('locations', ['name', 'updatedAt', 'ID']).columns).toEqual([
      'name',
      'detail',
      'code',
    ])
  })

  it.each(languages)(
    'may be Row and Reason in the words of the screen, and are the user’s own: %s',
    (language) => {
      const words = wordsOf(language, 'imports')
      const own = ['name', words['faultRow'] ?? '', words['faultReason'] ?? '']
      expect(guessMapping('equipment', own).columns).toEqual(['name', 'detail', 'detail'])
      const one = ['name', words['failedRowReason'] ?? '', words['failedRowSurplus'] ?? '']
      expect(guessMapping('equipment', one).columns).toEqual(['name', 'detail', 'detail'])
      const added = ['failedRowNumber', 'failedRowSurplus', 'failedRowReason'].map(
        (key) => words[key] ?? '',
      )
      expect(guessMapping('equipment', ['name', ...added, 'colour']).columns).toEqual([
        'name',
        'ignore',
        'ignore',
        'ignore',
        'detail',
      ])
    },
  )

  it.each([
    ['equipment', 'equipmentId', ['Device ID', 'Machine no', 'asset_tag', 'barcode']],
    [
      'equipment',
      'equipmentId',
      ['מזהה', 'מספר', "מס'", 'קוד', "מס' ציוד", 'קוד נכס', 'ברקוד', 'מספר פריט'],
    ],
    [
      'equipment',
      'equipmentId',
      ['الرقم', 'رقم', 'المعرف', 'المعرّف', 'الكود', 'رقم الجهاز', 'كود الأصل', 'رقم المعدّة'],
    ],
    [
      'equipment',
      'equipmentId',
      ['Номер', '№', 'код', 'Идентификатор', 'инв. №', 'Номер оборудования', 'штрихкод'],
    ],
    [
      'equipment',
      'equipmentId',
      [
        'Číslo',
        'kód',
        'Identifikátor',
        'evidenční číslo',
        'inv. č.',
        'Číslo zařízení',
        'čárový kód',
      ],
    ],
    [
      'equipment',
      'equipmentId',
      ['Číslo', 'evidenčné číslo', 'Číslo majetku', 'kód zariadenia', 'čiarový kód'],
    ],
    [
      'equipment',
      'serialNumber',
      [
        'serial no.',
        'S/N',
        'Serial #',
        'מספר סידורי',
        'الرقم التسلسلي',
        'Заводской номер',
        'серийный номер',
        'С/Н',
        'sériové číslo',
        'výrobné číslo',
      ],
    ],
    [
      'locations',
      'code',
      [
        'מספר חדר',
        'מזהה',
        'رقم الغرفة',
        'الرقم',
        'Номер помещения',
        '№ палаты',
        'číslo místnosti',
        'číslo miestnosti',
      ],
    ],
    [
      'orgEntities',
      'code',
      ['קוד מחלקה', 'رمز القسم', 'код подразделения', 'číslo střediska', 'kód oddelenia'],
    ],
    [
      'sensors',
      'deviceId',
      ['מזהה חיישן', 'المعرّف', 'رقم الجهاز', 'Серийный номер', 'číslo čidla', 'sériové číslo'],
    ],
  ] as const)('may call the number of %s as people do: %s, %o', (kind, field, usual) => {
    for (const heading of usual) {
      const guess = guessMapping(kind, [`\u200f${heading}`, 'name', 'colour']).columns
      expect([heading, guess[0]]).toEqual([heading, field])
    }
  })

  it.each(['מזהה', 'المعرّف', 'Идентификатор', 'identifikátor'])(
    'prefer a number to a bare id: %s',
    (heading) =>
      expect(guessMapping('equipment', [heading, 'asset no', 'name']).columns).toEqual([
        'detail',
        'equipmentId',
        'name',
      ]),
  )

  it('are recognised in Hebrew, also by a usual word that is not ours', () => {
    expect(guessMapping('equipment', ['מספר מלאי', 'שם', 'סוג', 'מיקום', 'יצרן']).columns).toEqual([
      'equipmentId',
      'name',
      'type',
      'location',
      'manufacturer',
    ])
  })

  it.each(languages.flatMap((language) => importKinds.map((kind) => [language, kind] as const)))(
    'are recognised as the screens call them: %s, %s',
    (language, kind) => {
      const words = wordsOf(language, 'entities')
      const headings = importFields[kind].map((field) => words[fieldLabelKey(kind, field)] ?? '')
      expect(guessMapping(kind, headings).columns).toEqual(importFields[kind])
      expect(
        guessMapping(
          kind,
          headings.map((heading) => `\u200f${heading.toUpperCase()}`),
        ).columns,
      ).toEqual(importFields[kind])
    },
  )
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, FOLD_GROWTH, searchWords, isFound, waysToWrite } from './fold.ts'

describe('a search finds', () => {
  it.each([
    ['Čekárna', 'cekarna'],
    ['chladič', 'CHLADIC'],
    ['Ёмкость', 'емкость'],
    ['насос', 'НАСОС'],
    ['إنعاش', 'انعاش'],
    ['أجهزة', 'اجهزه'],
    ['آلة', 'اله'],
    ['مستشفى', 'مستشفي'],
    ['غــرفة', 'غرفه'],
    ['مُحَرِّك', 'محرك'],
    ['\u200fالغرفة\u200e', 'الغرفه'],
    ['מַזְרֵק', 'מזרק'],
    ['חדרים', 'חדרימ'],
    ['ארון', 'ארונ'],
    ['כסף', 'כספ'],
    ['ח״מ', 'ח"מ'],
    ['Łódź', 'lodz'],
    ['Hauptstraße', 'HAUPTSTRASSE'],
    ['Hauptstrasse', 'hauptstraße'],
    ['Hauptstraße', 'hauptstras'],
    ['Færøerne', 'faeroerne'],
    ['Bœuf', 'boeuf'],
    ['Đakovo', 'dakovo'],
    ['Kapı', 'kapi'],
    ['ΑΣ', 'ας'],
    ['ﻏﺮﻓﺔ', 'غرفة'],
    ['سرير ٣٠١', '301'],
    ['ward\u00a07', 'ward 7'],
    ['Sto\u00advka', 'stovka'],
    ['Chladírna'.normalize('NFD'), 'chladírna'],
    ['Kĺb stôl vŕba ľad', 'klb stol vrba lad'],
    ['Йод', 'Йод'.normalize('NFD')],
    ['Київ, ґанок і Євпаторія', 'Киив'],
    ['Київ, ґанок і Євпаторія', 'ганок евпатория'],
    ['Кип’яток', 'кипʼяток'],
    ['Кип´яток', "кип'яток"],
    ['ООО «Ромашка»', 'ооо "ромашка"'],
    ['צ׳ילר', "צ'ילר"],
    ["צ'ילר", 'צ׳ילר'],
    ['חדר־ניתוח', 'חדר-ניתוח'],
    ['ماکینة کی', 'ماكينة كي'],
    ['ماكينة', 'ماکینه'],
    ['ہوائی مضخہ', 'هوائي مضخه'],
    ['خزان ٣٫٥ طن', '3.5'],
    ['خزان 3001', '٣٠٠١'],
    ['Room ３０１', '301'],
    ['Gəncə Iğdır', 'igdir'],
    ['İstanbul', 'istanbul'],
    ['Brønnøysund', 'bronnoysund'],
    ['Đà Nẵng', 'da nang'],
    ['Timişoara Timișoara', 'Timişoara'],
    ['Džamija Đurđevac', 'dzamija durdevac'],
    ['Ɖ ħal Għaxaq', 'hal ghaxaq'],
    ['Ventil ½″', '1/2"'],
    ['Filtr 60×60', '60x60'],
    ['Труба 60х60', '60×60'],
    ['Палата А-12 РВК', 'A-12 PBK'],
    ['Room C101', 'С101'],
    ['نیم\u200cفاصله', 'نيمفاصله'],
    ['Pump\u200dA', 'pumpa'],
  ])('%s by %s', (name, typed) => expect(isFound(name, typed)).toBe(true))

  it('names that contain every word, in any order', () => {
    expect(isFound('Infuzní pumpa 7', '7 infuzni')).toBe(true)
    expect(isFound('Infuzní pumpa 7', '8 infuzni')).toBe(false)
  })

  it('everything when only marks and spaces are typed', () =>
    expect(searchWords(' \u0640 \u0301 \u200f')).toEqual([]))
})

it('a word with characters that are also written as two is tried in each way, eight at most', () => {
  expect(waysToWrite('Straße')).toEqual(['Straße', 'Strasse'])
  expect(waysToWrite('glass')).toEqual(['glaß', 'glass'])
  expect(waysToWrite('pump')).toEqual(['pump'])
  expect(waysToWrite('stras')).toEqual(['stras', 'straß'])
  expect(waysToWrite('as')).toEqual(['as'])
  expect(waysToWrite('süs'.normalize('NFKD'))).toHaveLength(2)
  expect(waysToWrite('ß'.repeat(9))).toHaveLength(8)
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom(...Array.from('aČçŽЁёйأإآىةכךםُ\u0301\u0640\u200f٣۳İıßﷺﬁ½Σς %_\\')),
    maxLength: 60,
  }),
)

describe('the fold of any text', () => {
  it('is the same when it is folded again', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    ))
  it('is the same for decomposed text', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text))
      }),
    ))
  it('is bounded by the length of the text', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(text).length).toBeLessThanOrEqual(FOLD_GROWTH * text.length)
      }),
    ))
  it('contains the fold of each part that ends between letters', () =>
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        expect(fold(`${one} ${other}`)).toContain(fold(one).trim())
      }),
    ))
})

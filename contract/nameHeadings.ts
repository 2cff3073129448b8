/** Matches names such as `asset name`, `název zařízení`, `שם הציוד`. */
function withNouns(
  english: readonly [nouns: string, word: string],
  others: readonly (readonly [word: string, nouns: string])[],
): RegExp {
  const all = [
    `(?:${english[0]})[ _-]?(?:${english[1]})`,
    ...others.map(([word, nouns]) => `(?:${word}) (?:${nouns})`),
  ]
  return new RegExp(`^(?:${all.join('|')})$`, 'i')
}

const things = {
  en: 'asset|equipment|device|machine|item|instrument|tool|product|object|unit',
  cs: 'zařízení|přístroje|stroje|majetku|položky|vybavení|prostředku',
  sk: 'zariadenia|prístroja|stroja|majetku|položky|vybavenia|prostriedku',
  ru: 'оборудования|устройства|прибора|аппарата|актива|объекта|техники|изделия|станка',
  he: 'ה?ציוד|ה?נכס|ה?מכשיר|ה?פריט|ה?מכונה',
  ar: '(?:ال)?(?:جهاز|أصل|معد[ّ]?ة|معد[ّ]?ات|آلة|قطعة|ماكينة)',
}
const places = {
  en: 'location|place|room|space|building|site|area|facility',
  cs: 'místnosti|umístění|místa|budovy|podlaží|lokality|areálu|prostoru',
  sk: 'miestnosti|umiestnenia|miesta|budovy|podlažia|lokality|areálu|priestoru',
  ru: 'помещения|комнаты|кабинета|здания|места|палаты|локации|объекта|участка',
  he: 'ה?מיקום|ה?חדר|ה?מקום|ה?בניין|ה?קומה|ה?אתר',
  ar: '(?:ال)?(?:موقع|غرفة|مكان|مبنى|طابق)',
}
const named = (nouns: typeof things): RegExp =>
  withNouns(
    [nouns.en, 'name|title'],
    [
      ['název|jméno', nouns.cs],
      ['názov|meno', nouns.sk],
      ['наименование|название|имя', nouns.ru],
      ['שם', nouns.he],
      ['(?:ال)?اسم', nouns.ar],
    ],
  )
export const thingNames = named(things)
export const placeNames = named(places)

export const ownerHeadings = new RegExp(
  [
    String.raw`^parent(?:[ _-]?(?:${things.en}))?(?:[ _-]?(?:name|id|no\.?|number|num|code|tag))?$`,
    '^(?:part of|belongs to|sub-?asset of|component of)$',
    '^(?:nadřazen[éý] (?:zařízení|přístroj|stroj|majetek)|součást zařízení)$',
    '^(?:nadraden[éý] (?:zariadenie|prístroj|stroj|majetok)|súčasť zariadenia)$',
    '^(?:родительск(?:ое|ий) (?:оборудование|устройство|актив|прибор)|входит в состав)$',
    '^(?:ציוד|נכס|מכשיר|פריט) (?:אב|הורה|ראשי)$',
    '^(?:الأصل|الجهاز|المعد[ّ]?ة) (?:الأم|الأب|الرئيسي[ة]?)$',
  ].join('|'),
  'i',
)

export const mapRoomHeadings =
  /^(?:(?:map|plan)[ _-]?rooms?|rooms? (?:on|in) (?:the )?(?:map|plan))$/i

export const parentHeadings = new RegExp(
  [
    `^parent[ _-]?(?:${places.en})(?:[ _-]?(?:name|code|id|no|number))?$`,
    '^(?:located in|is in)$',
    '^nadřazen[éáý] (?:umístění|místo|místnost|budova|lokalita|prostor)$',
    '^nadraden[éáý] (?:umiestnenie|miesto|miestnosť|budova|lokalita|priestor)$',
    '^(?:родительск(?:ое|ая) (?:помещение|место|локация)|вышестоящ(?:ее|ая) (?:место|локация))$',
    '^(?:מיקום|מקום|אתר) (?:אב|הורה|ראשי)$',
    '^(?:الموقع|المكان|المبنى) (?:الأم|الأب|الرئيسي)$',
  ].join('|'),
  'i',
)

export const barcodeHeadings = /barcode|ברקוד|باركود|штрих|čárový|čiarový/i

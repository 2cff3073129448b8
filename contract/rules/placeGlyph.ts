/**
 * Picks an icon for a location by the name of its type, in any of the six languages, as
 * `equipmentGlyph.ts` does for equipment.
 */
export const placeGlyphs = [
  'place',
  'campus',
  'building',
  'floor',
  'ward',
  'stairs',
  'store',
  'outside',
  'room',
] as const
export type PlaceGlyphName = (typeof placeGlyphs)[number]

/** The first match wins, so narrow patterns come before wide ones: a bedroom is a room. */
const words: readonly (readonly [PlaceGlyphName, RegExp])[] = [
  ['stairs', /stair|\blift|elevator|schod|výtah|výťah|лестни|лифт|درج|سلالم|مصعد|מדרג|מעלית/iu],
  [
    'store',
    /stor(e|age)|warehouse|depot|archive|sklad|depo|archiv|склад|кладов|архив|مستودع|مخزن|أرشيف|מחסן|ארכיון/iu,
  ],
  [
    'ward',
    /ward|\bunit\b|department|clinic|odděl|oddel|klini|отделен|клиник|جناح|قسم|عيادة|מחלק|מרפא/iu,
  ],
  [
    'campus',
    /campus|\bsite\b|premises|estate|\barea\b|areál|kampus|комплекс|кампус|территор|площадк|مجم[ّ]?ع|حرم|موقع|קמפוס|אתר|מתחם/iu,
  ],
  [
    'building',
    /building|house|block|wing|tower|hall\b|budov|dům|dom\b|blok|здани|корпус|строен|дом\b|مبنى|بناية|برج|בניין|מבנה|אגף/iu,
  ],
  ['floor', /floor|stor(e)?y|level|podlaž|patro|poschod|этаж|уровень|طابق|دور|קומה/iu],
  [
    'outside',
    /outdoor|outside|yard|garden|park|roof|dvůr|dvor|zahrad|záhrad|střech|strech|двор|сад\b|парков|крыш|فناء|حديقة|موقف|سطح|חצר|גינה|חניון|גג/iu,
  ],
  [
    'room',
    /room|office|corridor|theatre|kitchen|toilet|místnost|miestnos|pokoj|izba|kancel|chodb|sál\b|комнат|помещени|кабинет|коридор|палат|غرفة|مكتب|ممر|חדר|משרד|מסדרון/iu,
  ],
]

/** Returns `place` if no pattern matches. */
export const placeGlyphOf = (typeName: string): PlaceGlyphName =>
  words.find(([, pattern]) => pattern.test(typeName))?.[0] ?? 'place'

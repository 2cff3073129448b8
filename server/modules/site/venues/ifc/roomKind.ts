/** Derives the kind of a space from its name. IFC has no attribute for the kind. */
import type { RoomKind } from '#contract/venue/shapes.ts'
import { textOf, type Entity } from './model.ts'

/** Words in English, German and the languages of the product. The first match wins. */
const words: readonly (readonly [RoomKind, RegExp])[] = [
  ['lift', /\blift\b|\belev(?:ator)?\b|aufzug|výtah|výťah|лифт|מעלית|مصعد/iu],
  ['stairs', /\bstair|treppe|schodišt|schodisk|лестни|מדרגות|درج|سلالم/iu],
  [
    'toilet',
    /\bwc\b|\brr\b|toilet|restroom|lavator|záchod|toalet|туалет|санузел|שירותים|مرحاض|دورة مياه/iu,
  ],
  ['corridor', /corridor|hallway|\bflur\b|\bgang\b|chodba|коридор|מסדרון|ممر|رواق/iu],
  ['entrance', /entrance|\bentry\b|vestibul|windfang|zádveř|zádver|тамбур|вестибюль|مدخل|כניסה/iu],
]

/** Rooms beside a lift or stairs, such as `Lift machine room`. */
const BESIDE = /machine|motor|equip|\beq\b|lobby|stroj|машин|מכונות|ماكينات/iu

export function roomKindOf(space: Entity): RoomKind {
  const name = `${textOf(space['LongName'])} ${textOf(space['Name'])} ${textOf(space['ObjectType'])}`
  if (BESIDE.test(name)) return 'room'
  return words.find(([, pattern]) => pattern.test(name))?.[0] ?? 'room'
}

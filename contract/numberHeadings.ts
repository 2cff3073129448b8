/**
 * Patterns for the heading of a number, id or code column, in the product's languages other than
 * English. Each entity kind adds its own words.
 */

/** Headings that mean "number" without the entity's word. */
const alone = [
  String.raw`מספר|מס['׳"]?|מספר מזהה|מזהה|קוד`,
  String.raw`الرقم|رقم|المعرّ?ف|معرّ?ف|الرمز|رمز|الكود|كود`,
  String.raw`номер|№|код|ид|идентификатор`,
  String.raw`číslo|č\.|kód|identifikátor`,
]
const before = [
  String.raw`(?:מספר|מס['׳"]?|קוד|מזהה)`,
  String.raw`(?:رقم|رمز|كود|معرّ?ف)`,
  String.raw`(?:номер|№|код|ид)`,
  String.raw`(?:číslo|č\.|kód)`,
]
/** Numbers that the owner assigns: inventory number, barcode. */
const onTheLabel = [
  String.raw`ברקוד|מספר אינוונטר`,
  String.raw`الباركود|باركود|رقم الجرد|رقم العهدة`,
  String.raw`инв(?:ентарный|\.)? ?(?:номер|№)|штрих-?код`,
  String.raw`(?:inv(?:entární|entárne|\.)|evidenční|evidenčné) ?(?:číslo|č\.)|čárový kód|čiarový kód`,
]
/** Numbers that the manufacturer assigns to one piece. */
const serials = [
  String.raw`(?:(?:equipment|asset|device|machine|unit|mfr|manufacturer)[ _-]?)?serial([ _-]?(no\.?|nr\.?|num|number|id|#))?|s[/.]?n\.?|ser\.? ?(no|nr)\.?`,
  String.raw`(?:מספר|מס['׳"]?) סי?דורי`,
  String.raw`(?:ال)?رقم (?:ال)?تسلسلي`,
  String.raw`(?:сер(?:ийный|\.)?|зав(?:одской|\.)?) ?(?:номер|№)|с\/н`,
  String.raw`(?:výrobní|výrobné|sériové|výr\.|sér\.) ?(?:číslo|č\.)`,
]
export const serialHeadings = new RegExp(`^(?:${serials.join('|')})$`, 'i')

/**
 * `english` is matched too; `of` is the entity's word in Hebrew, Arabic, Russian, Czech and Slovak.
 */
export function numberHeadings(
  english: RegExp,
  of: readonly [string, string, string, string],
  { isLabelled = false, isSerial = false } = {},
): RegExp {
  const others = [
    ...alone,
    ...before.map((word, language) => `${word} (?:${of[language] ?? ''})`),
    ...(isLabelled ? onTheLabel : []),
    ...(isSerial ? serials : []),
  ]
  return new RegExp(`${english.source}|^(?:${others.join('|')})$`, 'i')
}

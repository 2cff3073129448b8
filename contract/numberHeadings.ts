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
/**
 * Numbers assigned by the manufacturer or the accounts: serial number, barcode, inventory number.
 */
const onTheLabel = [
  String.raw`(?:מספר|מס['׳"]?) סי?דורי|ברקוד|מספר אינוונטר`,
  String.raw`(?:ال)?رقم (?:ال)?تسلسلي|الباركود|باركود|رقم الجرد|رقم العهدة`,
  String.raw`(?:инв(?:ентарный|\.)?|сер(?:ийный|\.)?|зав(?:одской|\.)?) ?(?:номер|№)|с\/н|штрих-?код`,
  String.raw`(?:inv(?:entární|entárne|\.)|evidenční|evidenčné|výrobní|výrobné|sériové|výr\.|sér\.) ?(?:číslo|č\.)|čárový kód|čiarový kód`,
]

/**
 * `english` is matched too; `of` is the entity's word in Hebrew, Arabic, Russian, Czech and Slovak.
 */
export function numberHeadings(
  english: RegExp,
  of: readonly [string, string, string, string],
  { isLabelled = false } = {},
): RegExp {
  const others = [
    ...alone,
    ...before.map((word, language) => `${word} (?:${of[language] ?? ''})`),
    ...(isLabelled ? onTheLabel : []),
  ]
  return new RegExp(`${english.source}|^(?:${others.join('|')})$`, 'i')
}

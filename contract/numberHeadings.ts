/**
 * How people head the column of a number, an id or a code, in the languages of the product other
 * than English; each kind of thing adds what it may be the number of.
 */

/** Alone they say that it is one, of whatever the rows are. */
const alone = [
  String.raw`מספר|מס['׳"]?|מספר מזהה|מזהה|קוד`,
  String.raw`الرقم|رقم|المعرّ?ف|معرّ?ف|الرمز|رمز|الكود|كود`,
  String.raw`номер|№|код|ид|идентификатор`,
  String.raw`číslo|č\.|kód|identifikátor`,
]
/** What stands before the word of the thing. */
const before = [
  String.raw`(?:מספר|מס['׳"]?|קוד|מזהה)`,
  String.raw`(?:رقم|رمز|كود|معرّ?ف)`,
  String.raw`(?:номер|№|код|ид)`,
  String.raw`(?:číslo|č\.|kód)`,
]
/** What the maker or whoever keeps the books has put on it. */
const onTheLabel = [
  String.raw`(?:מספר|מס['׳"]?) סי?דורי|ברקוד|מספר אינוונטר`,
  String.raw`(?:ال)?رقم (?:ال)?تسلسلي|الباركود|باركود|رقم الجرد|رقم العهدة`,
  String.raw`(?:инв(?:ентарный|\.)?|сер(?:ийный|\.)?|зав(?:одской|\.)?) ?(?:номер|№)|с\/н|штрих-?код`,
  String.raw`(?:inv(?:entární|entárne|\.)|evidenční|evidenčné|výrobní|výrobné|sériové|výr\.|sér\.) ?(?:číslo|č\.)|čárový kód|čiarový kód`,
]

/** `english` beside the others; `of`: the thing in the order Hebrew, Arabic, Russian, Czech and Slovak. */
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

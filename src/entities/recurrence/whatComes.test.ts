import { beforeAll, expect, it } from 'vitest'
import { languages, type Language } from '#contract/languages.ts'
import { parseRule } from '#contract/recurrence/rule.ts'
import { wordsOf } from '#contract/recurrence/phrases.ts'
import { formatFor } from '#lib/format.tsx'
import { i18n, startI18n } from '#lib/i18n/i18n.ts'
import { ruleSentence } from './useRuleSentence.ts'

const rules = [
  'FREQ=YEARLY;BYMONTHDAY=1',
  'FREQ=YEARLY;INTERVAL=2;BYMONTHDAY=1',
  'FREQ=YEARLY;INTERVAL=2;BYDAY=MO',
  'FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR',
  'FREQ=DAILY;BYMONTHDAY=1,15',
  'FREQ=DAILY;INTERVAL=2;BYMONTHDAY=13,-1',
  'FREQ=MONTHLY;BYMONTHDAY=-2,-3',
  'FREQ=DAILY;BYHOUR=12,15;UNTIL=20261231T120000',
  'FREQ=DAILY;UNTIL=20261231T215900Z',
  'FREQ=HOURLY;BYMINUTE=4',
  'FREQ=HOURLY;BYMINUTE=30',
]

function sentencesIn(language: Language): string {
  const format = formatFor(language, 'Asia/Jerusalem')
  const t = i18n.getFixedT(language, 'recurrence')
  return rules
    .map((text) => {
      const { rule } = parseRule(text)
      if (rule === null) throw new Error(`not read: ${text}`)
      return ruleSentence(wordsOf({ rule, start: '2026-03-03T08:00' }), t, format)
    })
    .join('\n')
}

beforeAll(async () => {
  await startI18n('en', ['recurrence'])
  await i18n.loadLanguages([...languages])
  await i18n.loadNamespaces(['recurrence'])
})

it('the forecast of a rule is right in English', () =>
  expect(sentencesIn('en')).toMatchInlineSnapshot(`
  "Every month on the 1st at 08:00
  Every 2 years in every month on the 1st at 08:00
  Every 2 years every Monday at 08:00
  Every month on the 13th at 08:00, if that is a Friday
  Every month on the 1st and 15th at 08:00
  Every 2 days at 08:00, only on the 13th and on the last day of the month
  Every month on the 3rd-to-last day of the month and on the second-to-last day of the month at 08:00
  Every day at 12:00 and 15:00, until 31 Dec 2026, 12:00
  Every day at 08:00, until 31 Dec 2026
  Every hour at minute 4 of the hour
  Every hour at minute 30 of the hour"
`))
it('the forecast of a rule is right in Hebrew', () =>
  expect(sentencesIn('he')).toMatchInlineSnapshot(`
  "בכל חודש ב־1 בחודש בשעה 08:00
  פעם בשנתיים בכל חודש ב־1 בחודש בשעה 08:00
  פעם בשנתיים בכל יום שני בשעה 08:00
  בכל חודש ב־13 בחודש בשעה 08:00, אם זה יום שישי
  בכל חודש ב־1 וב־15 בחודש בשעה 08:00
  פעם ביומיים בשעה 08:00, רק ב־13 בחודש וביום האחרון של החודש
  בכל חודש ביום ה־3 מסוף החודש וביום הלפני אחרון של החודש בשעה 08:00
  בכל יום בשעות 12:00 ו-15:00, עד 31 בדצמ׳ 2026, 12:00
  בכל יום בשעה 08:00, עד 31 בדצמ׳ 2026
  בכל שעה בדקה 4 של השעה
  בכל שעה בדקה 30 של השעה"
`))
it('the forecast of a rule is right in Arabic', () =>
  expect(sentencesIn('ar')).toMatchInlineSnapshot(`
  "كل شهر في اليوم 1 من الشهر في الساعة 08:00 ص
  كل سنتين في كل شهر في اليوم 1 من الشهر في الساعة 08:00 ص
  كل سنتين كل يوم اثنين في الساعة 08:00 ص
  كل شهر في اليوم 13 من الشهر في الساعة 08:00 ص، إذا كان يوم الجمعة
  كل شهر في اليومين 1 و15 من الشهر في الساعة 08:00 ص
  كل يومين في الساعة 08:00 ص، في اليوم 13 من الشهر وفي آخر يوم من الشهر فقط
  كل شهر في اليوم 3 من نهاية الشهر وفي اليوم ما قبل الأخير من الشهر في الساعة 08:00 ص
  كل يوم في الساعة 12:00 م و03:00 م، حتى 31 ديسمبر 2026، 12:00 م
  كل يوم في الساعة 08:00 ص، حتى 31 ديسمبر 2026
  كل ساعة في الدقيقة 4 من الساعة
  كل ساعة في الدقيقة 30 من الساعة"
`))
it('the forecast of a rule is right in Russian', () =>
  expect(sentencesIn('ru')).toMatchInlineSnapshot(`
  "Каждый месяц 1-го числа в 08:00
  Каждые 2 года в каждом месяце 1-го числа в 08:00
  Каждые 2 года каждый понедельник в 08:00
  Каждый месяц 13-го числа в 08:00, если это пятница
  Каждый месяц 1-го и 15-го числа в 08:00
  Каждые 2 дня в 08:00, только 13-го числа и в последний день месяца
  Каждый месяц в 3-й день с конца месяца и в предпоследний день месяца в 08:00
  Каждый день в 12:00 и 15:00, до 31 дек. 2026 г., 12:00
  Каждый день в 08:00, до 31 дек. 2026 г.
  Каждый час на 4-й минуте часа
  Каждый час на 30-й минуте часа"
`))
it('the forecast of a rule is right in Czech', () =>
  expect(sentencesIn('cs')).toMatchInlineSnapshot(`
  "Každý měsíc 1. den v měsíci v 08:00
  Každé 2 roky v každém měsíci 1. den v měsíci v 08:00
  Každé 2 roky každé pondělí v 08:00
  Každý měsíc 13. den v měsíci v 08:00, pokud je to pátek
  Každý měsíc 1. a 15. den v měsíci v 08:00
  Každé 2 dny v 08:00, jen 13. den v měsíci a poslední den v měsíci
  Každý měsíc 3. den od konce měsíce a předposlední den v měsíci v 08:00
  Každý den ve 12:00 a 15:00, do 31. 12. 2026 12:00
  Každý den v 08:00, do 31. 12. 2026
  Každou hodinu ve 4. minutě hodiny
  Každou hodinu ve 30. minutě hodiny"
`))
it('the forecast of a rule is right in Slovak', () =>
  expect(sentencesIn('sk')).toMatchInlineSnapshot(`
  "Každý mesiac 1. deň v mesiaci o 08:00
  Každé 2 roky v každom mesiaci 1. deň v mesiaci o 08:00
  Každé 2 roky každý pondelok o 08:00
  Každý mesiac 13. deň v mesiaci o 08:00, ak je to piatok
  Každý mesiac 1. a 15. deň v mesiaci o 08:00
  Každé 2 dni o 08:00, len 13. deň v mesiaci a posledný deň v mesiaci
  Každý mesiac 3. deň od konca mesiaca a predposledný deň v mesiaci o 08:00
  Každý deň o 12:00 a 15:00, do 31. 12. 2026, 12:00
  Každý deň o 08:00, do 31. 12. 2026
  Každú hodinu vo 4. minúte hodiny
  Každú hodinu v 30. minúte hodiny"
`))

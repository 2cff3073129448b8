/** Compares the same rules in six languages. Native readers proofread each sentence. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { DayOffRules } from '#contract/recurrence/calendar.ts'
import { parseRule } from '#contract/recurrence/rule.ts'
import { faultCodes } from '#contract/recurrence/ruleLines.ts'
import { wordsOf } from '#contract/recurrence/phrases.ts'
import { languages, type Language } from '#contract/languages.ts'
import { formatFor } from '#lib/format.tsx'
import { i18n, startI18n } from '#lib/i18n/i18n.ts'
import { faultSentence, ruleSentence } from './useRuleSentence.ts'

const dayOff = (
  onHoliday: DayOffRules['onHoliday'],
  onNonWorkingDay: DayOffRules['onNonWorkingDay'] = 'keep',
): DayOffRules => ({ onHoliday, onNonWorkingDay })
const rules: [text: string, dayOff?: DayOffRules][] = [
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20261231', dayOff('skip')],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=WE'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU'],
  ['FREQ=DAILY'],
  ['FREQ=DAILY;INTERVAL=2', dayOff('keep', 'skip')],
  ['FREQ=DAILY;INTERVAL=5;COUNT=12'],
  ['FREQ=DAILY;BYHOUR=8,14,20'],
  ['FREQ=WEEKLY'],
  ['FREQ=WEEKLY;BYDAY=WE,SA,MO'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['FREQ=WEEKLY;BYDAY=SU,MO,TU,WE,TH', dayOff('moveToNext', 'moveToPrevious')],
  ['FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,TH;COUNT=2'],
  ['FREQ=MONTHLY'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15'],
  ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1'],
  ['FREQ=MONTHLY;BYDAY=1MO,-1FR'],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=2WE'],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
  ['FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=2'],
  ['FREQ=YEARLY'],
  ['FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=1TU'],
  ['FREQ=YEARLY;BYMONTH=3,9;BYDAY=TH'],
  ['FREQ=YEARLY;BYDAY=20MO'],
  ['FREQ=YEARLY;BYWEEKNO=20,40;BYDAY=MO'],
  ['FREQ=YEARLY;BYYEARDAY=100'],
  ['FREQ=HOURLY;INTERVAL=3;BYHOUR=8,9,10,11,12,13,14,15,16;BYDAY=MO,TU,WE,TH,FR'],
  ['FREQ=MINUTELY;INTERVAL=20;BYHOUR=8,9,13;BYDAY=SU'],
  ['RRULE:FREQ=DAILY;INTERVAL=21\nEXDATE:20260324T080000\nRDATE:20260401T080000,20260402T080000'],
]

function sentencesIn(language: Language): string {
  const format = formatFor(language, 'Asia/Jerusalem')
  const t = i18n.getFixedT(language, 'recurrence')
  return rules
    .map(([text, off]) => {
      const { rule } = parseRule(text)
      if (rule === null) throw new Error(`not read: ${text}`)
      return ruleSentence(
        wordsOf({ rule, start: '2026-03-03T08:00', ...(off === undefined ? {} : { dayOff: off }) }),
        t,
        format,
      )
    })
    .join('\n')
}

beforeAll(async () => {
  await startI18n('en', ['recurrence'])
  await i18n.loadLanguages([...languages])
  await i18n.loadNamespaces(['recurrence'])
})

describe('the sentence of a rule is right', () => {
  it('in English', () =>
    expect(sentencesIn('en')).toMatchInlineSnapshot(`
    "Every second Tuesday at 08:00, except holidays, until 31 Dec 2026
    Every second Wednesday at 08:00
    Every second Sunday at 08:00
    Every day at 08:00
    Every 2 days at 08:00, except non-working days
    Every 5 days at 08:00, 12 times
    Every day at 08:00, 14:00 and 20:00
    Every Tuesday at 08:00
    Every Monday, Wednesday and Saturday at 08:00
    Every day from Monday to Friday at 08:00
    Every day from Sunday to Thursday at 08:00, moved from holidays to the next working day, moved from non-working days to the previous working day
    Every 3 weeks on Tuesday and Thursday at 08:00, 2 times
    Every month on the 3rd at 08:00
    Every month on the 1st and 15th at 08:00
    Every 3 months on the last day of the month at 08:00
    Every month on the first Monday and on the last Friday at 08:00
    Every 2 months on the second Wednesday at 08:00
    Every month on the 13th at 08:00, if that is a Friday
    Every month on the last day from Monday to Friday at 08:00
    Every month on the second day (Tuesday, Wednesday or Thursday) at 08:00
    Every year on 3 March at 08:00
    Every 4 years on the first Tuesday in November at 08:00
    Every Thursday in March and September at 08:00
    Every year on the 20th Monday of the year at 08:00
    Every year in weeks 20 and 40 on Monday at 08:00
    Every year on day 100 of the year at 08:00
    Every 3 hours from Monday to Friday between 08:00 and 16:59
    Every 20 minutes on Sunday only during 08:00–09:59 and 13:00–13:59
    Every 21 days at 08:00, except on 1 date, and on 2 more dates"
  `))
  it('in Hebrew', () =>
    expect(sentencesIn('he')).toMatchInlineSnapshot(`
    "פעם בשבועיים ביום שלישי בשעה 08:00, למעט חגים, עד 31 בדצמ׳ 2026
    פעם בשבועיים ביום רביעי בשעה 08:00
    פעם בשבועיים ביום ראשון בשעה 08:00
    בכל יום בשעה 08:00
    פעם ביומיים בשעה 08:00, למעט ימים שאינם ימי עבודה
    פעם ב־5 ימים בשעה 08:00, 12 פעמים
    בכל יום בשעות 08:00, 14:00 ו-20:00
    בכל יום שלישי בשעה 08:00
    בכל יום שני, יום רביעי ושבת בשעה 08:00
    בכל יום מיום שני עד יום שישי בשעה 08:00
    בכל יום מיום ראשון עד יום חמישי בשעה 08:00, ואם חל בחג, ביום העבודה הבא, ואם חל ביום שאינו יום עבודה, ביום העבודה שלפניו
    פעם ב־3 שבועות ביום שלישי וביום חמישי בשעה 08:00, פעמיים
    בכל חודש ב־3 בחודש בשעה 08:00
    בכל חודש ב־1 וב־15 בחודש בשעה 08:00
    פעם ב־3 חודשים ביום האחרון של החודש בשעה 08:00
    בכל חודש ביום שני הראשון וביום שישי האחרון בשעה 08:00
    פעם בחודשיים ביום רביעי השני בשעה 08:00
    בכל חודש ב־13 בחודש בשעה 08:00, אם זה יום שישי
    בכל חודש ביום האחרון מיום שני עד יום שישי בשעה 08:00
    בכל חודש ביום השני (יום שלישי, יום רביעי או יום חמישי) בשעה 08:00
    בכל שנה ב־3 במרץ בשעה 08:00
    פעם ב־4 שנים ביום שלישי הראשון בנובמבר בשעה 08:00
    בכל יום חמישי במרץ ובספטמבר בשעה 08:00
    בכל שנה ביום שני ה־20 בשנה בשעה 08:00
    בכל שנה בשבועות 20 ו-40 ביום שני בשעה 08:00
    בכל שנה ביום 100 של השנה בשעה 08:00
    כל 3 שעות מיום שני עד יום שישי בין 08:00 ל־16:59
    כל 20 דקות רק ביום ראשון בין השעות 08:00–09:59 ו-13:00–13:59
    פעם ב־21 ימים בשעה 08:00, למעט תאריך אחד, ובשני תאריכים נוספים"
  `))
  it('in Arabic', () =>
    expect(sentencesIn('ar')).toMatchInlineSnapshot(`
    "كل أسبوعين يوم الثلاثاء في الساعة 08:00 ص، باستثناء العطل الرسمية، حتى 31 ديسمبر 2026
    كل أسبوعين يوم الأربعاء في الساعة 08:00 ص
    كل أسبوعين يوم الأحد في الساعة 08:00 ص
    كل يوم في الساعة 08:00 ص
    كل يومين في الساعة 08:00 ص، باستثناء الأيام التي ليست أيام عمل
    كل 5 أيام في الساعة 08:00 ص، 12 مرة
    كل يوم في الساعة 08:00 ص و02:00 م و08:00 م
    كل يوم ثلاثاء في الساعة 08:00 ص
    كل يوم سبت واثنين وأربعاء في الساعة 08:00 ص
    كل يوم من الاثنين إلى الجمعة في الساعة 08:00 ص
    كل يوم من الأحد إلى الخميس في الساعة 08:00 ص، وإذا صادف عطلة رسمية ففي يوم العمل التالي، وإذا صادف يومًا ليس يوم عمل ففي يوم العمل السابق
    كل 3 أسابيع يوم الثلاثاء ويوم الخميس في الساعة 08:00 ص، مرتين
    كل شهر في اليوم 3 من الشهر في الساعة 08:00 ص
    كل شهر في اليومين 1 و15 من الشهر في الساعة 08:00 ص
    كل 3 أشهر في آخر يوم من الشهر في الساعة 08:00 ص
    كل شهر في أول اثنين وفي آخر جمعة في الساعة 08:00 ص
    كل شهرين في ثاني أربعاء في الساعة 08:00 ص
    كل شهر في اليوم 13 من الشهر في الساعة 08:00 ص، إذا كان يوم الجمعة
    كل شهر في اليوم الأخير من الاثنين إلى الجمعة في الساعة 08:00 ص
    كل شهر في اليوم الثاني (الثلاثاء أو الأربعاء أو الخميس) في الساعة 08:00 ص
    كل سنة في 3 مارس في الساعة 08:00 ص
    كل 4 سنوات في أول ثلاثاء في نوفمبر في الساعة 08:00 ص
    كل يوم خميس في مارس وسبتمبر في الساعة 08:00 ص
    كل سنة في الاثنين رقم 20 من السنة في الساعة 08:00 ص
    كل سنة في الأسبوعين 20 و40 يوم الاثنين في الساعة 08:00 ص
    كل سنة في اليوم 100 من السنة في الساعة 08:00 ص
    كل 3 ساعات من الاثنين إلى الجمعة من 08:00 ص إلى 04:59 م
    كل 20 دقيقة يوم الأحد فقط خلال 08:00 ص–09:59 ص و01:00 م–01:59 م
    كل 21 يومًا في الساعة 08:00 ص، باستثناء تاريخ واحد، وفي تاريخين إضافيين"
  `))
  it('in Russian', () =>
    expect(sentencesIn('ru')).toMatchInlineSnapshot(`
    "Каждый второй вторник в 08:00, кроме праздников, до 31 дек. 2026 г.
    Каждую вторую среду в 08:00
    Каждое второе воскресенье в 08:00
    Каждый день в 08:00
    Каждые 2 дня в 08:00, кроме нерабочих дней
    Каждые 5 дней в 08:00, 12 раз
    Каждый день в 08:00, 14:00 и 20:00
    Каждый вторник в 08:00
    Каждый понедельник, каждую среду и каждую субботу в 08:00
    Каждый день с понедельника по пятницу в 08:00
    Каждый день с воскресенья по четверг в 08:00, с переносом с праздников на следующий рабочий день, с переносом с нерабочих дней на предыдущий рабочий
    Каждые 3 недели во вторник и в четверг в 08:00, 2 раза
    Каждый месяц 3-го числа в 08:00
    Каждый месяц 1-го и 15-го числа в 08:00
    Каждые 3 месяца в последний день месяца в 08:00
    Каждый месяц в первый понедельник и в последнюю пятницу в 08:00
    Каждые 2 месяца во вторую среду в 08:00
    Каждый месяц 13-го числа в 08:00, если это пятница
    Каждый месяц в последний день с понедельника по пятницу в 08:00
    Каждый месяц во второй день (вторник, среда или четверг) в 08:00
    Каждый год 3 марта в 08:00
    Каждые 4 года в первый вторник в ноябре в 08:00
    Каждый четверг в марте и сентябре в 08:00
    Каждый год в 20-й понедельник года в 08:00
    Каждый год на неделях № 20 и 40 в понедельник в 08:00
    Каждый год в день года № 100 в 08:00
    Каждые 3 часа с понедельника по пятницу с 08:00 до 16:59
    Каждые 20 минут только в воскресенье в 08:00–09:59 и 13:00–13:59
    Каждые 21 день в 08:00, кроме 1 даты, и ещё 2 даты"
  `))
  it('in Czech', () =>
    expect(sentencesIn('cs')).toMatchInlineSnapshot(`
    "Každé druhé úterý v 08:00, kromě svátků, do 31. 12. 2026
    Každou druhou středu v 08:00
    Každou druhou neděli v 08:00
    Každý den v 08:00
    Každé 2 dny v 08:00, kromě nepracovních dnů
    Každých 5 dní v 08:00, 12×
    Každý den v 08:00, 14:00 a 20:00
    Každé úterý v 08:00
    Každé pondělí, každou středu a každou sobotu v 08:00
    Každý den od pondělí do pátku v 08:00
    Každý den od neděle do čtvrtka v 08:00, ze svátků se přesouvá na další pracovní den, z nepracovních dnů se přesouvá na předchozí pracovní den
    Každé 3 týdny v úterý a ve čtvrtek v 08:00, 2×
    Každý měsíc 3. den v měsíci v 08:00
    Každý měsíc 1. a 15. den v měsíci v 08:00
    Každé 3 měsíce poslední den v měsíci v 08:00
    Každý měsíc první pondělí a poslední pátek v 08:00
    Každé 2 měsíce druhou středu v 08:00
    Každý měsíc 13. den v měsíci v 08:00, pokud je to pátek
    Každý měsíc poslední den od pondělí do pátku v 08:00
    Každý měsíc druhý den (úterý, středa nebo čtvrtek) v 08:00
    Každý rok 3. března v 08:00
    Každé 4 roky první úterý v listopadu v 08:00
    Každý čtvrtek v březnu a září v 08:00
    Každý rok 20. pondělí v roce v 08:00
    Každý rok v týdnech č. 20 a 40 v pondělí v 08:00
    Každý rok v den č. 100 v roce v 08:00
    Každé 3 hodiny od pondělí do pátku od 08:00 do 16:59
    Každých 20 minut jen v neděli v době 08:00–09:59 a 13:00–13:59
    Každých 21 dní v 08:00, kromě 1 data, a ještě 2 data"
  `))
  it('in Slovak', () =>
    expect(sentencesIn('sk')).toMatchInlineSnapshot(`
    "Každý druhý utorok o 08:00, okrem sviatkov, do 31. 12. 2026
    Každú druhú stredu o 08:00
    Každú druhú nedeľu o 08:00
    Každý deň o 08:00
    Každé 2 dni o 08:00, okrem nepracovných dní
    Každých 5 dní o 08:00, 12×
    Každý deň o 08:00, 14:00 a 20:00
    Každý utorok o 08:00
    Každý pondelok, každú stredu a každú sobotu o 08:00
    Každý deň od pondelka do piatka o 08:00
    Každý deň od nedele do štvrtka o 08:00, zo sviatkov sa presúva na ďalší pracovný deň, z nepracovných dní sa presúva na predchádzajúci pracovný deň
    Každé 3 týždne v utorok a vo štvrtok o 08:00, 2×
    Každý mesiac 3. deň v mesiaci o 08:00
    Každý mesiac 1. a 15. deň v mesiaci o 08:00
    Každé 3 mesiace posledný deň v mesiaci o 08:00
    Každý mesiac prvý pondelok a posledný piatok o 08:00
    Každé 2 mesiace druhú stredu o 08:00
    Každý mesiac 13. deň v mesiaci o 08:00, ak je to piatok
    Každý mesiac posledný deň od pondelka do piatka o 08:00
    Každý mesiac druhý deň (utorok, streda alebo štvrtok) o 08:00
    Každý rok 3. marca o 08:00
    Každé 4 roky prvý utorok v novembri o 08:00
    Každý štvrtok v marci a septembri o 08:00
    Každý rok 20. pondelok v roku o 08:00
    Každý rok v týždňoch č. 20 a 40 v pondelok o 08:00
    Každý rok v deň č. 100 v roku o 08:00
    Každé 3 hodiny od pondelka do piatka od 08:00 do 16:59
    Každých 20 minút len v nedeľu v čase 08:00–09:59 a 13:00–13:59
    Každých 21 dní o 08:00, okrem 1 dátumu, a ešte 2 dátumy"
  `))
})

describe('the fault of a rule', () => {
  it.each(languages)('is a sentence in %s', (language) => {
    const t = i18n.getFixedT(language, 'recurrence')
    for (const code of faultCodes)
      expect(faultSentence({ code, part: 'BYHOUR', value: '24' }, t), code).toMatch(/^[^{}]+\.$/)
    expect(
      new Set(faultCodes.map((code) => faultSentence({ code, part: 'BYHOUR', value: '24' }, t)))
        .size,
    ).toBe(faultCodes.length)
  })
})

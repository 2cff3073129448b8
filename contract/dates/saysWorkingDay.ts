import { fold } from '#contract/rules/fold.ts'

/** Working days on which the weekend was moved, as production calendars call them. */
const phrases = [
  'working day|working saturday|working sunday|working friday|workday|make-up day',
  'pracovní den|pracovní sobota|pracovní neděle|pracovný deň|pracovná sobota|pracovná nedeľa',
  'рабочий день|рабочая суббота|рабочее воскресенье|робочий день|робоча субота|робоча неділя',
  'יום עבודה|יום עבודה רגיל|يوم عمل|يوم دوام',
]
const negations = 'non not no ne nie не нет без לא אינו غير ليس بلا'

const words = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const known = phrases.join('|').split('|').map(words)
const negative = new Set(negations.split(' ').map(words))

/** True if the name of a day begins or ends with the words for a working day. */
export function saysWorkingDay(name: string): boolean {
  const said = words(name)
  return known.some((phrase) => {
    if (said === phrase || said.startsWith(`${phrase} `)) return true
    if (!said.endsWith(` ${phrase}`)) return false
    const before =
      said
        .slice(0, -phrase.length - 1)
        .split(' ')
        .at(-1) ?? ''
    return !negative.has(before)
  })
}

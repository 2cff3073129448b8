/** Selects the events when a calendar has too many, and describes what was left out. Pure. */
import type { Language } from '#contract/languages.ts'
import type { CalendarEvent } from './icalendar.ts'

/** Maximum events that calendar clients cope with. */
export const MAX_EVENTS = 2_000

export interface Groups {
  open: readonly CalendarEvent[]
  coming: readonly CalendarEvent[]
  done: readonly CalendarEvent[]
}
type Kind = keyof Groups

export function nearestFirst(
  groups: Groups,
  now: Date,
  most = MAX_EVENTS,
): { shown: CalendarEvent[]; cut: Record<Kind, number> } {
  const away = ({ at }: CalendarEvent) => Math.abs(at.getTime() - now.getTime())
  const nearest = (events: readonly Ranked[]) =>
    events.toSorted((one, other) => away(one.event) - away(other.event))
  const ranked = (kind: Kind): Ranked[] => groups[kind].map((event) => ({ kind, event }))
  const all = [...nearest(ranked('open')), ...nearest([...ranked('coming'), ...ranked('done')])]
  const cut = { open: 0, coming: 0, done: 0 }
  for (const { kind } of all.slice(most)) cut[kind] += 1
  return { shown: all.slice(0, most).map(({ event }) => event), cut }
}
interface Ranked {
  kind: Kind
  event: CalendarEvent
}

export interface Left {
  open: number
  coming: number
  done: number
  rules: number
}
/** Kinds whose number is only a lower bound. */
export type Uncounted = Partial<Record<keyof Left, boolean>>

interface Words {
  summary: string
  parts: Record<keyof Left, string>
  hint: string
}
const words: Record<Language, Words> = {
  en: {
    summary: 'Some of your work is not in this calendar',
    parts: { open: 'Open', coming: 'Later dates', done: 'Done', rules: 'Schedules' },
    hint: 'Plantroom shows all of it.',
  },
  he: {
    summary: 'חלק מהעבודה שלך אינו ביומן הזה',
    parts: { open: 'פתוחות', coming: 'מועדים מאוחרים יותר', done: 'בוצעו', rules: 'לוחות זמנים' },
    hint: 'ב־Plantroom מופיע הכול.',
  },
  ar: {
    summary: 'بعض أعمالك ليست في هذا التقويم',
    parts: { open: 'مفتوحة', coming: 'مواعيد لاحقة', done: 'منجزة', rules: 'جداول' },
    hint: 'يعرضها Plantroom كلها.',
  },
  ru: {
    summary: 'Часть вашей работы не попала в этот календарь',
    parts: {
      open: 'Открыто',
      coming: 'Более поздние даты',
      done: 'Выполнено',
      rules: 'Расписания',
    },
    hint: 'В Plantroom показано всё.',
  },
  cs: {
    summary: 'Část vaší práce v tomto kalendáři není',
    parts: { open: 'Otevřené', coming: 'Pozdější termíny', done: 'Hotové', rules: 'Rozvrhy' },
    hint: 'Plantroom ukazuje vše.',
  },
  sk: {
    summary: 'Časť vašej práce v tomto kalendári nie je',
    parts: { open: 'Otvorené', coming: 'Neskoršie termíny', done: 'Hotové', rules: 'Rozvrhy' },
    hint: 'Plantroom ukazuje všetko.',
  },
}

/** For example `Open: 12 · Later dates: 340`. Numbers after labels need no plural forms. */
export function omittedText(
  language: Language,
  left: Left,
  uncounted: Uncounted = {},
): { summary: string; description: string } {
  const { summary, parts, hint } = words[language]
  const kinds = Object.keys(parts) as (keyof Left)[]
  const counted = kinds
    .filter((kind) => left[kind] > 0)
    .map((kind) => `${parts[kind]}: ${uncounted[kind] === true ? '≥ ' : ''}${left[kind]}`)
  return { summary, description: `${counted.join(' · ')}\n${hint}` }
}

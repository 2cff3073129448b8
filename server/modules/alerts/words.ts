/** What an alert says by mail and text message, in its reader's language. */
import type { Language } from '#contract/languages'

export interface Event { procedure: string; thing: string; score: number | null }
interface Words { subject(event: Event): string; done(event: Event): string; nobody(ticket: string): { subject: string; text: string } }

const at = ({ procedure, thing }: Event, quoted: (name: string) => string) => `${quoted(procedure)}${thing === '' ? '' : ` – ${thing}`}`
const rounded = (score: number | null) => (score === null ? null : String(Math.round(score)))

export const words: Record<Language, Words> = {
  en: { subject: (event) => `Alert: ${at(event, String)}`, done: (event) => `${at(event, (name) => `“${name}”`)} was done${rounded(event.score) === null ? '' : `, score ${rounded(event.score)}`}.`, nobody: (ticket) => ({ subject: `Nobody for: ${ticket}`, text: `Nobody could be given the ticket “${ticket}”.` }) },
  he: { subject: (event) => `התראה: ${at(event, String)}`, done: (event) => `בוצע ${at(event, (name) => `"${name}"`)}${rounded(event.score) === null ? '' : `, ציון ${rounded(event.score)}`}.`, nobody: (ticket) => ({ subject: `אין מטפל: ${ticket}`, text: `לא נמצא מי שיקבל את הקריאה "${ticket}".` }) },
  ar: { subject: (event) => `تنبيه: ${at(event, String)}`, done: (event) => `تم تنفيذ ${at(event, (name) => `«${name}»`)}${rounded(event.score) === null ? '' : `، النتيجة ${rounded(event.score)}`}.`, nobody: (ticket) => ({ subject: `لا أحد متاح: ${ticket}`, text: `تعذّر إسناد التذكرة «${ticket}» إلى أي شخص.` }) },
  ru: { subject: (event) => `Оповещение: ${at(event, String)}`, done: (event) => `Выполнено: ${at(event, (name) => `«${name}»`)}${rounded(event.score) === null ? '' : `, оценка ${rounded(event.score)}`}.`, nobody: (ticket) => ({ subject: `Некому поручить: ${ticket}`, text: `Заявку «${ticket}» некому поручить.` }) },
  cs: { subject: (event) => `Upozornění: ${at(event, String)}`, done: (event) => `Provedeno: ${at(event, (name) => `„${name}“`)}${rounded(event.score) === null ? '' : `, skóre ${rounded(event.score)}`}.`, nobody: (ticket) => ({ subject: `Není komu přidělit: ${ticket}`, text: `Požadavek „${ticket}“ není komu přidělit.` }) },
  sk: { subject: (event) => `Upozornenie: ${at(event, String)}`, done: (event) => `Vykonané: ${at(event, (name) => `„${name}“`)}${rounded(event.score) === null ? '' : `, skóre ${rounded(event.score)}`}.`, nobody: (ticket) => ({ subject: `Nie je komu prideliť: ${ticket}`, text: `Požiadavku „${ticket}“ nie je komu prideliť.` }) },
}

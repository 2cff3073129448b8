/** What an alert of a rule says if its author wrote nothing. Names are added for who may see them. */
import type { WatchedKind } from '#contract/automation/events.ts'
import type { Language } from '#contract/languages.ts'

export const eventTexts: Record<Language, Record<WatchedKind, string>> = {
  en: {
    ticketOpened: 'A ticket was opened.',
    ticketNotTakenUp: 'A ticket was not taken up in time.',
    ticketOverdue: 'A ticket is overdue.',
    ticketInState: 'A ticket has been in the same state for long.',
    statusChanged: 'The status of equipment has changed.',
    procedureMissed: 'A scheduled procedure was not done by its deadline.',
  },
  he: {
    ticketOpened: 'נפתחה קריאה.',
    ticketNotTakenUp: 'קריאה לא נלקחה לטיפול בזמן.',
    ticketOverdue: 'קריאה באיחור.',
    ticketInState: 'קריאה נמצאת זמן רב באותו מצב.',
    statusChanged: 'הסטטוס של ציוד השתנה.',
    procedureMissed: 'נוהל מתוזמן לא בוצע עד המועד שלו.',
  },
  ar: {
    ticketOpened: 'فُتحت تذكرة.',
    ticketNotTakenUp: 'لم يُبدأ العمل على تذكرة في الوقت المحدد.',
    ticketOverdue: 'هناك تذكرة متأخرة.',
    ticketInState: 'بقيت تذكرة في الحالة نفسها مدة طويلة.',
    statusChanged: 'تغيّرت حالة معدّة.',
    procedureMissed: 'لم يُنفَّذ إجراء مجدول قبل موعده النهائي.',
  },
  ru: {
    ticketOpened: 'Открыта заявка.',
    ticketNotTakenUp: 'Заявка не взята в работу вовремя.',
    ticketOverdue: 'Заявка просрочена.',
    ticketInState: 'Заявка долго остаётся в одном состоянии.',
    statusChanged: 'Статус оборудования изменился.',
    procedureMissed: 'Запланированная процедура не выполнена в срок.',
  },
  cs: {
    ticketOpened: 'Byl otevřen tiket.',
    ticketNotTakenUp: 'Tiket nebyl převzat včas.',
    ticketOverdue: 'Tiket je po termínu.',
    ticketInState: 'Tiket je dlouho ve stejném stavu.',
    statusChanged: 'Stav zařízení se změnil.',
    procedureMissed: 'Naplánovaný postup nebyl proveden do svého termínu.',
  },
  sk: {
    ticketOpened: 'Bol otvorený tiket.',
    ticketNotTakenUp: 'Tiket nebol prevzatý včas.',
    ticketOverdue: 'Tiket je po termíne.',
    ticketInState: 'Tiket je dlho v rovnakom stave.',
    statusChanged: 'Stav zariadenia sa zmenil.',
    procedureMissed: 'Naplánovaný postup nebol vykonaný do svojho termínu.',
  },
}

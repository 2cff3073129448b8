import type { CauseKind, Happening } from '#contract/alerts.ts'
import type { WatchedKind } from '#contract/automation/events.ts'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { isChange, type ChangeName, type MetricName } from '#contract/metricNames.ts'
import type { IncidentKind } from '#contract/rules/sensors.ts'
import { writeStored } from '#contract/rules/storedReading.ts'

/** A lasting alert that a rule answered. */
export interface Cause {
  id: Id<'alert'>
  kind: CauseKind
  /** Of the sensor, the gateway's equipment, or the item. */
  name: string
  metric: MetricName | null
  /** As stored with the alert. */
  detail: string
  /** Of a stock. */
  place: string
}
export interface Event {
  /** Another event than a procedure that is done. */
  kind?: WatchedKind | undefined
  cause?: Cause | null | undefined
  procedure: string
  thing: string
  score: number | null
}
interface What {
  name: string
  detail: string
  by: string
}
interface Many {
  names: readonly string[]
  more: number
  place: string
}
interface Words {
  subject(event: Event): string
  done(event: Event): string
  /** For readers who may not see the procedure. */
  /** By a duty. Empty if the reader may not see what it is about. */
  called(title: string): string
  unseen: readonly [string, string]
  happened: Record<Happening, (what: What) => string>
  lasts: Record<IncidentKind, (what: Pick<What, 'name' | 'detail'>) => string>
  reports(what: Pick<What, 'name' | 'detail'>): string
  yesNo: Record<ChangeName, readonly [on: string, off: string]>
  over: (what: Pick<What, 'name'>) => string
  /** `left` is empty in alerts of earlier versions. */
  stockLow(what: { item: string; place: string; left: string }): string
  zone: Record<'left' | 'idle', (what: { name: string; place: string }) => string> & {
    fewer(what: { place: string; there: number; minimum: number }): string
  }
  zoneMany: Record<'left' | 'idle', (what: Many) => string>
}

const at = ({ procedure, thing }: Event, quoted: (name: string) => string) =>
  `${quoted(procedure)}${thing === '' ? '' : ` – ${thing}`}`
const rounded = (score: number | null) => (score === null ? null : String(Math.round(score)))

const after = (left: string) => (left === '' ? '.' : `: ${left}.`)

const list = ({ names, more }: Many, rest: (more: number) => string) =>
  `\n${names.map((name) => `– ${name}\n`).join('')}${more === 0 ? '' : `… ${rest(more)}`}`.trimEnd()

export const words: Record<Language, Words> = {
  en: {
    subject: (event) => `Alert: ${at(event, String)}`,
    done: (event) =>
      `${at(event, (name) => `“${name}”`)} was done${rounded(event.score) === null ? '' : `, score ${rounded(event.score)}`}.`,
    called: (title) => (title === '' ? 'You are called.' : `You are called: “${title}”.`),
    unseen: ['Alert', 'A procedure that you may not see was done.'],
    stockLow: ({ item, place, left }) => `Low stock: “${item}” at “${place}”${after(left)}`,
    zone: {
      left: ({ name, place }) => `“${name}” left “${place}” and is not back.`,
      idle: ({ name }) => `“${name}” has not been moved for a long time.`,
      fewer: ({ place, minimum, there }) =>
        `There are fewer than ${minimum} in “${place}”: ${there}.`,
    },
    zoneMany: {
      left: (many) =>
        `Left “${many.place}” and not back:${list(many, (more) => `and ${more} more`)}`,
      idle: (many) => `Not moved for a long time:${list(many, (more) => `and ${more} more`)}`,
    },
    happened: {
      statusChanged: ({ name, detail }) =>
        detail === ''
          ? `“${name}” no longer has a status.`
          : `The status of “${name}” is now “${detail}”.`,
      ticketOpened: ({ name }) => `A ticket was opened: “${name}”.`,
      ticketMoved: ({ name, detail }) => `The ticket “${name}” is now “${detail}”.`,
      ticketGiven: ({ name }) => `The ticket “${name}” was assigned to you.`,
      ticketRepeated: ({ name }) => `The problem of the ticket “${name}” was found again.`,
      ticketCommented: ({ name, detail, by }) =>
        `${by} commented on the ticket “${name}”:\n${detail}`,
    },
    lasts: {
      sensorTooLow: ({ name, detail }) => `“${name}” reads too low: ${detail}.`,
      sensorTooHigh: ({ name, detail }) =>
        detail === '' ? `“${name}” reports a leak.` : `“${name}” reads too high: ${detail}.`,
      sensorSilent: ({ name }) => `“${name}” no longer sends.`,
      gatewaySilent: ({ name }) =>
        `The gateway “${name}” and the devices behind it no longer send.`,
    },
    reports: ({ name, detail }) => `“${name}” reports: ${detail}.`,
    yesNo: {
      waterLeak: ['leak', 'dry'],
      contact: ['open', 'closed'],
      motion: ['motion', 'no motion'],
      vibration: ['vibration', 'no vibration'],
      alarm: ['alarm', 'no alarm'],
    },
    over: ({ name }) => `“${name}”: this has ended.`,
  },
  he: {
    subject: (event) => `התראה: ${at(event, String)}`,
    done: (event) =>
      `בוצע ${at(event, (name) => `"${name}"`)}${rounded(event.score) === null ? '' : `, ציון ${rounded(event.score)}`}.`,
    called: (title) => (title === '' ? 'קוראים לך.' : `קוראים לך: "${title}".`),
    unseen: ['התראה', 'בוצע נוהל שאין לך הרשאה לראות.'],
    stockLow: ({ item, place, left }) =>
      `המלאי של "${item}" ב"${place}" ירד מתחת למינימום${after(left)}`,
    zone: {
      left: ({ name, place }) => `"${name}" יצא מ"${place}" ולא חזר.`,
      idle: ({ name }) => `"${name}" לא הוזז זמן רב.`,
      fewer: ({ place, minimum, there }) => `ב"${place}" יש פחות מ־${minimum}: ${there}.`,
    },
    zoneMany: {
      left: (many) => `יצאו מ"${many.place}" ולא חזרו:${list(many, (more) => `ועוד ${more}`)}`,
      idle: (many) => `לא הוזזו זמן רב:${list(many, (more) => `ועוד ${more}`)}`,
    },
    happened: {
      statusChanged: ({ name, detail }) =>
        detail === ''
          ? `ל"${name}" אין עכשיו סטטוס.`
          : `הסטטוס של "${name}" הוא עכשיו "${detail}".`,
      ticketOpened: ({ name }) => `נפתחה קריאה: "${name}".`,
      ticketMoved: ({ name, detail }) => `מצב הקריאה "${name}" הוא עכשיו "${detail}".`,
      ticketGiven: ({ name }) => `הקריאה "${name}" הועברה לטיפולך.`,
      ticketRepeated: ({ name }) => `התקלה של הקריאה "${name}" נמצאה שוב.`,
      ticketCommented: ({ name, detail, by }) =>
        `תגובה חדשה בקריאה "${name}" מאת ${by}:\n${detail}`,
    },
    lasts: {
      sensorTooLow: ({ name, detail }) => `"${name}" מודד מעט מדי: ${detail}.`,
      sensorTooHigh: ({ name, detail }) =>
        detail === '' ? `"${name}" מדווח על נזילה.` : `"${name}" מודד יותר מדי: ${detail}.`,
      sensorSilent: ({ name }) => `"${name}" אינו נשמע עוד.`,
      gatewaySilent: ({ name }) => `המקלט "${name}" אינו נשמע עוד, וגם לא מה ששולח דרכו.`,
    },
    reports: ({ name, detail }) => `"${name}" מדווח: ${detail}.`,
    yesNo: {
      waterLeak: ['נזילה', 'יבש'],
      contact: ['פתוח', 'סגור'],
      motion: ['תנועה', 'אין תנועה'],
      vibration: ['רעידה', 'אין רעידה'],
      alarm: ['אזעקה', 'אין אזעקה'],
    },
    over: ({ name }) => `"${name}": זה הסתיים.`,
  },
  ar: {
    subject: (event) => `تنبيه: ${at(event, String)}`,
    done: (event) =>
      `تم تنفيذ ${at(event, (name) => `«${name}»`)}${rounded(event.score) === null ? '' : `، النتيجة ${rounded(event.score)}`}.`,
    called: (title) => (title === '' ? 'تم استدعاؤك.' : `تم استدعاؤك: «${title}».`),
    unseen: ['تنبيه', 'تم تنفيذ إجراء لا يُسمح لك بالاطلاع عليه.'],
    stockLow: ({ item, place, left }) =>
      `مخزون «${item}» في «${place}» أقل من الحد الأدنى${after(left)}`,
    zone: {
      left: ({ name, place }) => `غادر «${name}» «${place}» ولم يعد.`,
      idle: ({ name }) => `لم يُحرَّك «${name}» منذ مدة طويلة.`,
      fewer: ({ place, minimum, there }) => `يوجد في «${place}» أقل من ${minimum}: ${there}.`,
    },
    zoneMany: {
      left: (many) => `غادرت «${many.place}» ولم تعد:${list(many, (more) => `و${more} أخرى`)}`,
      idle: (many) => `لم تُحرَّك منذ مدة طويلة:${list(many, (more) => `و${more} أخرى`)}`,
    },
    happened: {
      statusChanged: ({ name, detail }) =>
        detail === '' ? `لم تعد للعنصر «${name}» حالة.` : `حالة «${name}» الآن: «${detail}».`,
      ticketOpened: ({ name }) => `فُتحت تذكرة: «${name}».`,
      ticketMoved: ({ name, detail }) => `حالة التذكرة «${name}» الآن: «${detail}».`,
      ticketGiven: ({ name }) => `أُسندت إليك التذكرة «${name}».`,
      ticketRepeated: ({ name }) => `رُصدت مشكلة التذكرة «${name}» مرة أخرى.`,
      ticketCommented: ({ name, detail, by }) =>
        `تعليق جديد على التذكرة «${name}» من ${by}:\n${detail}`,
    },
    lasts: {
      sensorTooLow: ({ name, detail }) => `«${name}» يقيس قيمة منخفضة جدًا: ${detail}.`,
      sensorTooHigh: ({ name, detail }) =>
        detail === '' ? `«${name}» يبلغ عن تسرّب.` : `«${name}» يقيس قيمة مرتفعة جدًا: ${detail}.`,
      sensorSilent: ({ name }) => `لم يعد «${name}» يُسمع.`,
      gatewaySilent: ({ name }) => `لم تعد البوابة «${name}» تُسمع، ولا ما يرسل عبرها.`,
    },
    reports: ({ name, detail }) => `«${name}» يبلغ: ${detail}.`,
    yesNo: {
      waterLeak: ['تسرّب', 'جاف'],
      contact: ['مفتوح', 'مغلق'],
      motion: ['حركة', 'لا حركة'],
      vibration: ['اهتزاز', 'لا اهتزاز'],
      alarm: ['إنذار', 'لا إنذار'],
    },
    over: ({ name }) => `«${name}»: انتهى ذلك.`,
  },
  ru: {
    subject: (event) => `Оповещение: ${at(event, String)}`,
    done: (event) =>
      `Выполнено: ${at(event, (name) => `«${name}»`)}${rounded(event.score) === null ? '' : `, оценка ${rounded(event.score)}`}.`,
    called: (title) => (title === '' ? 'Вас вызывают.' : `Вас вызывают: «${title}».`),
    unseen: ['Оповещение', 'Выполнена процедура, которая вам недоступна.'],
    stockLow: ({ item, place, left }) =>
      `Запас «${item}» в месте «${place}» ниже минимума${after(left)}`,
    zone: {
      left: ({ name, place }) => `«${name}» покинуло «${place}» и не вернулось.`,
      idle: ({ name }) => `«${name}» давно не перемещали.`,
      fewer: ({ place, minimum, there }) => `В «${place}» меньше ${minimum}: ${there}.`,
    },
    zoneMany: {
      left: (many) =>
        `Покинули «${many.place}» и не вернулись:${list(many, (more) => `и ещё ${more}`)}`,
      idle: (many) => `Давно не перемещали:${list(many, (more) => `и ещё ${more}`)}`,
    },
    happened: {
      statusChanged: ({ name, detail }) =>
        detail === '' ? `У «${name}» теперь нет статуса.` : `Статус «${name}» теперь «${detail}».`,
      ticketOpened: ({ name }) => `Открыта заявка: «${name}».`,
      ticketMoved: ({ name, detail }) => `Состояние заявки «${name}» теперь «${detail}».`,
      ticketGiven: ({ name }) => `Вам поручена заявка «${name}».`,
      ticketRepeated: ({ name }) => `Проблема заявки «${name}» обнаружена снова.`,
      ticketCommented: ({ name, detail, by }) =>
        `Новый комментарий к заявке «${name}» (${by}):\n${detail}`,
    },
    lasts: {
      sensorTooLow: ({ name, detail }) => `«${name}» показывает слишком мало: ${detail}.`,
      sensorTooHigh: ({ name, detail }) =>
        detail === ''
          ? `«${name}» сообщает о протечке.`
          : `«${name}» показывает слишком много: ${detail}.`,
      sensorSilent: ({ name }) => `«${name}» больше не выходит на связь.`,
      gatewaySilent: ({ name }) =>
        `Шлюз «${name}» больше не выходит на связь, как и всё, что передаёт через него.`,
    },
    reports: ({ name, detail }) => `«${name}» сообщает: ${detail}.`,
    yesNo: {
      waterLeak: ['протечка', 'сухо'],
      contact: ['открыто', 'закрыто'],
      motion: ['движение', 'нет движения'],
      vibration: ['вибрация', 'нет вибрации'],
      alarm: ['тревога', 'нет тревоги'],
    },
    over: ({ name }) => `«${name}»: это закончилось.`,
  },
  cs: {
    subject: (event) => `Upozornění: ${at(event, String)}`,
    done: (event) =>
      `Provedeno: ${at(event, (name) => `„${name}“`)}${rounded(event.score) === null ? '' : `, skóre ${rounded(event.score)}`}.`,
    called: (title) => (title === '' ? 'Jste voláni.' : `Jste voláni: „${title}“.`),
    unseen: ['Upozornění', 'Byl proveden postup, který nesmíte vidět.'],
    stockLow: ({ item, place, left }) =>
      `Zásoba „${item}“ v místě „${place}“ je pod minimem${after(left)}`,
    zone: {
      left: ({ name, place }) => `„${name}“ opustilo „${place}“ a nevrátilo se.`,
      idle: ({ name }) => `„${name}“ se dlouho nepohnulo.`,
      fewer: ({ place, minimum, there }) => `V „${place}“ je méně než ${minimum}: ${there}.`,
    },
    zoneMany: {
      left: (many) =>
        `Opustily „${many.place}“ a nevrátily se:${list(many, (more) => `a ještě ${more}`)}`,
      idle: (many) => `Dlouho se nepohnuly:${list(many, (more) => `a ještě ${more}`)}`,
    },
    happened: {
      statusChanged: ({ name, detail }) =>
        detail === '' ? `„${name}“ teď nemá žádný stav.` : `Stav „${name}“ je teď „${detail}“.`,
      ticketOpened: ({ name }) => `Byl otevřen tiket „${name}“.`,
      ticketMoved: ({ name, detail }) => `Stav tiketu „${name}“ je teď „${detail}“.`,
      ticketGiven: ({ name }) => `Byl vám předán tiket „${name}“.`,
      ticketRepeated: ({ name }) => `Závada z tiketu „${name}“ byla zjištěna znovu.`,
      ticketCommented: ({ name, detail, by }) =>
        `Nový komentář k tiketu „${name}“ (${by}):\n${detail}`,
    },
    lasts: {
      sensorTooLow: ({ name, detail }) => `„${name}“ měří příliš málo: ${detail}.`,
      sensorTooHigh: ({ name, detail }) =>
        detail === '' ? `„${name}“ hlásí únik vody.` : `„${name}“ měří příliš mnoho: ${detail}.`,
      sensorSilent: ({ name }) => `„${name}“ se už neozývá.`,
      gatewaySilent: ({ name }) => `Brána „${name}“ se už neozývá, ani to, co přes ni vysílá.`,
    },
    reports: ({ name, detail }) => `„${name}“ hlásí: ${detail}.`,
    yesNo: {
      waterLeak: ['únik vody', 'sucho'],
      contact: ['otevřeno', 'zavřeno'],
      motion: ['pohyb', 'bez pohybu'],
      vibration: ['vibrace', 'bez vibrací'],
      alarm: ['poplach', 'bez poplachu'],
    },
    over: ({ name }) => `„${name}“: je to pryč.`,
  },
  sk: {
    subject: (event) => `Upozornenie: ${at(event, String)}`,
    done: (event) =>
      `Vykonané: ${at(event, (name) => `„${name}“`)}${rounded(event.score) === null ? '' : `, skóre ${rounded(event.score)}`}.`,
    called: (title) => (title === '' ? 'Volajú vás.' : `Volajú vás: „${title}“.`),
    unseen: ['Upozornenie', 'Bol vykonaný postup, ktorý nesmiete vidieť.'],
    stockLow: ({ item, place, left }) =>
      `Zásoba „${item}“ na mieste „${place}“ je pod minimom${after(left)}`,
    zone: {
      left: ({ name, place }) => `„${name}“ opustilo „${place}“ a nevrátilo sa.`,
      idle: ({ name }) => `„${name}“ sa dlho nepohlo.`,
      fewer: ({ place, minimum, there }) => `V „${place}“ je menej ako ${minimum}: ${there}.`,
    },
    zoneMany: {
      left: (many) =>
        `Opustili „${many.place}“ a nevrátili sa:${list(many, (more) => `a ešte ${more}`)}`,
      idle: (many) => `Dlho sa nepohli:${list(many, (more) => `a ešte ${more}`)}`,
    },
    happened: {
      statusChanged: ({ name, detail }) =>
        detail === ''
          ? `„${name}“ teraz nemá žiadny stav.`
          : `Stav „${name}“ je teraz „${detail}“.`,
      ticketOpened: ({ name }) => `Bol otvorený tiket „${name}“.`,
      ticketMoved: ({ name, detail }) => `Stav tiketu „${name}“ je teraz „${detail}“.`,
      ticketGiven: ({ name }) => `Bol vám odovzdaný tiket „${name}“.`,
      ticketRepeated: ({ name }) => `Porucha z tiketu „${name}“ bola zistená znova.`,
      ticketCommented: ({ name, detail, by }) =>
        `Nový komentár k tiketu „${name}“ (${by}):\n${detail}`,
    },
    lasts: {
      sensorTooLow: ({ name, detail }) => `„${name}“ meria príliš málo: ${detail}.`,
      sensorTooHigh: ({ name, detail }) =>
        detail === '' ? `„${name}“ hlási únik vody.` : `„${name}“ meria príliš veľa: ${detail}.`,
      sensorSilent: ({ name }) => `„${name}“ sa už neozýva.`,
      gatewaySilent: ({ name }) => `Brána „${name}“ sa už neozýva, ani to, čo cez ňu vysiela.`,
    },
    reports: ({ name, detail }) => `„${name}“ hlási: ${detail}.`,
    yesNo: {
      waterLeak: ['únik vody', 'sucho'],
      contact: ['otvorené', 'zatvorené'],
      motion: ['pohyb', 'bez pohybu'],
      vibration: ['vibrácie', 'bez vibrácií'],
      alarm: ['poplach', 'bez poplachu'],
    },
    over: ({ name }) => `„${name}“: je to preč.`,
  },
}

export function lastingText(
  language: Language,
  kind: IncidentKind,
  { metric, name, detail }: Pick<What, 'name' | 'detail'> & { metric: MetricName | null },
): string {
  const their = words[language]
  const what = { name, detail: writeStored(language, detail) }
  if (metric === null || !isChange(metric) || kind === 'sensorSilent' || kind === 'gatewaySilent')
    return their.lasts[kind](what)
  if (metric === 'waterLeak' && kind === 'sensorTooHigh')
    return their.lasts[kind]({ ...what, detail: '' })
  const [on, off] = their.yesNo[metric]
  return their.reports({ ...what, detail: kind === 'sensorTooHigh' ? on : off })
}

export const lowText = (
  language: Language,
  { name, place, detail }: Pick<Cause, 'name' | 'place' | 'detail'>,
): string => words[language].stockLow({ item: name, place, left: writeStored(language, detail) })

export const causeText = (language: Language, { kind, ...cause }: Cause): string =>
  kind === 'stockLow' ? lowText(language, cause) : lastingText(language, kind, cause)

/**
 * The use of a room, which determines its colour on the map. Derived from its kind, the plan's
 * category, the type of its location and, last, its name.
 */
import type { RoomUse } from './roomUses.ts'
import type { RoomKind } from './shapes.ts'

const ofKind: Partial<Record<RoomKind, RoomUse>> = {
  corridor: 'circulation',
  lift: 'circulation',
  stairs: 'circulation',
  toilet: 'sanitary',
  entrance: 'public',
  closed: 'closed',
}

/**
 * The first match wins, so narrow patterns come before wide ones. IMDF categories are English;
 * names are in six languages.
 */
const ofWords: readonly (readonly [RoomUse, RegExp])[] = [
  [
    'treatment',
    /operat|surg|theatre|treatment|exam|triage|resus|radiolog|x-?ray|\bmri\b|\bct\b|imaging|laborator|\blab\b|procedure|dialysis|clinic|sál|vyšetř|ordinac|laborat|операц|процедур|кабинет врача|лаборатор|طوارئ|عمليات|مختبر|فحص|ניתוח|טיפול|מעבדה|בדיקה/iu,
  ],
  [
    'sanitary',
    /restroom|toilet|\bwc\b|bath|shower|changing|lavator|umýv|koupel|kúpe|туалет|душ|ванн|حمام|مرحاض|שירותים|מקלח/iu,
  ],
  [
    'technical',
    /plant ?room|technical|mechanical|electric|server|boiler|utilit|hvac|workshop|techni|strojov|dílna|dielňa|техническ|серверн|щитов|تقني|كهرباء|טכני|חשמל|שרתים/iu,
  ],
  [
    'store',
    /stor(e|age)|stock|supply|depot|archive|pharmacy|linen|closet|sklad|zásob|lékárn|lekáre|склад|аптек|архив|مخزن|مستودع|صيدلية|מחסן|ארכיון|מרקחת/iu,
  ],
  [
    'public',
    /lobby|foyer|waiting|reception|lounge|cafe|restaurant|food|kitchen|cafeteria|chapel|shop|retail|auditorium|library|gym|čekár|recep|kuchyň|jídeln|ожидан|приемн|приёмн|столов|кухн|انتظار|استقبال|مطعم|המתנה|קבלה|קפה|מטבח/iu,
  ],
  [
    'office',
    /office|meeting|conference|classroom|study|admin|nurses|station|staff|kancel|zasedac|sester|офис|кабинет|совещан|пост|مكتب|اجتماع|משרד|ישיבות|אחיות/iu,
  ],
  [
    'care',
    /ward|patient|bed|intensive|\bicu\b|recovery|nursing|delivery|care|lůž|pokoj|lôžk|izba|палат|реанимац|عناية|مرضى|جناح|מחלקה|אשפוז|חולים|טיפול נמרץ/iu,
  ],
]

/** IMDF's `nonpublic`: plant rooms and other rooms with restricted access. */
export const RESTRICTED = 'nonpublic'
export const isRestricted = (category: string | null): boolean => category === RESTRICTED

interface RoomFacts {
  kind: RoomKind
  category: string | null
  name: string
  locationType: string | null
}

export function useOfRoom({ kind, category, name, locationType }: RoomFacts): RoomUse {
  const plain = ofKind[kind]
  if (plain !== undefined) return plain
  for (const words of [category, locationType, name]) {
    const found = words === null ? undefined : ofWords.find(([, pattern]) => pattern.test(words))
    if (found !== undefined) return found[0]
  }
  return 'other'
}

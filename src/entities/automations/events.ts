/**
 * Registry of events on the page, and their clauses in a sentence. A missing kind does not compile.
 */
import { isEventKind, type BlankEvent, type WatchedKind } from '#contract/automation/events.ts'
import type { ReferenceKind } from '#contract/journal/references.ts'
import type { BlankControls, OwnBlanks } from './blankControl.ts'
import type { BlankText, BlankTexts, Clause } from './clause.ts'
import type { ActionWords } from './useWords.ts'

interface EventPage<K extends WatchedKind> {
  sentence(event: BlankEvent<K>, words: ActionWords): BlankTexts
  blanks: BlankControls<BlankEvent<K>>
}

const anyOr = (
  { naming, t }: ActionWords,
  kind: ReferenceKind,
  ids: readonly number[],
): BlankText =>
  ids.length === 0
    ? { words: t(kind === 'procedure' ? 'anyProcedure' : 'anyType') }
    : naming.many(kind, ids, kind === 'procedure' ? 'procedure' : 'ticketType')

type TypedTicket = 'ticketOpened' | 'ticketNotTakenUp' | 'ticketOverdue'
const ofTypes = {
  sentence: (
    { ticketTypeIds }: Pick<BlankEvent<TypedTicket>, 'ticketTypeIds'>,
    words: ActionWords,
  ) => ({
    ticketTypes: anyOr(words, 'ticketType', ticketTypeIds),
  }),
  blanks: { ticketTypes: 'ticketTypeIds' },
} as const

const lasting = {
  sentence: ({ minutes }: Pick<BlankEvent<'stockLow'>, 'minutes'>, { span }: ActionWords) => ({
    duration: { words: span({ amount: minutes, unit: 'minutes' }) },
  }),
  blanks: { duration: 'own' },
} as const

type PlaceEvent = BlankEvent<'equipmentInPlace'> | BlankEvent<'equipmentAway'>
const inPlace = {
  sentence: (
    { locationId, equipmentTypeIds, minutes }: PlaceEvent,
    words: ActionWords,
  ): BlankTexts => ({
    equipmentTypes: anyOr(words, 'equipmentType', equipmentTypeIds),
    place: words.naming.one('location', locationId, 'place'),
    duration: {
      words:
        minutes === 0 ? words.t('anyLength') : words.span({ amount: minutes, unit: 'minutes' }),
    },
  }),
  blanks: { equipmentTypes: 'equipmentTypeIds', place: 'locationId', duration: 'own' },
} as const

const offset = (
  { days, side, at }: Pick<BlankEvent<'stockExpires'>, 'days' | 'side' | 'at'>,
  { t, span }: ActionWords,
): BlankTexts => ({
  offset: {
    words:
      days === 0
        ? t('offset.on')
        : t(`offset.${side}`, { span: span({ amount: days, unit: 'days' }) }),
  },
  clock: { words: at },
})

export const eventPages = {
  ticketOpened: ofTypes,
  ticketNotTakenUp: ofTypes,
  ticketOverdue: ofTypes,
  ticketInState: {
    sentence: ({ ticketTypeId, stateId, hours }, { naming, span }) => ({
      ticketType: naming.one('ticketType', ticketTypeId, 'ticketType'),
      state: naming.one('ticketState', stateId, 'state'),
      duration: { words: span({ amount: hours, unit: 'hours' }) },
    }),
    blanks: { ticketType: 'own', state: 'own', duration: 'own' },
  },
  statusChanged: {
    sentence: ({ statusIds }, { naming }) => ({
      status: naming.many('equipmentStatus', statusIds, 'status'),
    }),
    blanks: { status: 'statusIds' },
  },
  procedureMissed: {
    sentence: ({ procedureIds }, words) => ({
      procedure: anyOr(words, 'procedure', procedureIds),
    }),
    blanks: { procedure: 'procedureIds' },
  },
  sensorBeyondLimit: {
    sentence: ({ sensorTypeIds, minutes }, words) => ({
      sensorTypes: anyOr(words, 'sensorType', sensorTypeIds),
      duration: { words: words.span({ amount: minutes, unit: 'minutes' }) },
    }),
    blanks: { sensorTypes: 'sensorTypeIds', duration: 'own' },
  },
  deviceSilent: lasting,
  equipmentInPlace: inPlace,
  equipmentAway: inPlace,
  stockLow: lasting,
  stockExpires: { sentence: offset, blanks: { offset: 'own', clock: 'own' } },
  dateComes: {
    sentence: (event, words) => ({
      date:
        event.date.of === 'field'
          ? { words: words.t(`entities:field_${event.date.field}`) }
          : words.naming.one('metadataField', event.date.fieldId, 'field'),
      ...offset(event, words),
    }),
    blanks: { date: 'own', offset: 'own', clock: 'own' },
  },
} satisfies { [K in WatchedKind]: EventPage<K> }

type Own<K extends keyof typeof eventPages> = OwnBlanks<(typeof eventPages)[K]['blanks']>
export type OwnEventBlanks = {
  [K in keyof typeof eventPages as [Own<K>] extends [never] ? never : K]: Own<K>
}

export type EventClauseKey = WatchedKind | 'unknown'
export type ShownEvent = { kind: string }

/** Null for a procedure that is done, which has a sentence of its own. */
export function eventClause(event: ShownEvent, words: ActionWords): Clause<EventClauseKey> | null {
  const { kind } = event
  if (kind === 'procedureDone') return null
  if (!isEventKind(kind)) return { key: 'unknown', blanks: {} }
  // The cast is safe because `kind` pairs event and entry.
  const page = eventPages[kind as WatchedKind] as unknown as EventPage<WatchedKind>
  return {
    key: kind as WatchedKind,
    blanks: page.sentence(event as BlankEvent<WatchedKind>, words),
  }
}

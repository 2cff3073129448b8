import { useTranslation } from 'react-i18next'
import { useReasonText } from '#entities/recurrence/PlanDates.tsx'
import { useExpectedText } from '#entities/recurrence/useExpectedText.ts'
import { useScheduleLabels } from '#entities/recurrence/useScheduleLabels.ts'
import { useFormat } from '#lib/format.tsx'
import { entryStates, type EntryState } from './calendarDays.ts'
import type { CalendarEntry } from './useCalendar.ts'
import styles from './calendar.module.css'

interface MarkProps {
  entry: CalendarEntry
  inWords: boolean
  onOpen(entry: CalendarEntry): void
}

export function CalendarMark({ entry, inWords, onOpen }: MarkProps) {
  const format = useFormat()
  const { t } = useTranslation('schedules')
  const [rule, more] = useEntryText()(entry)
  const { made, done } = entry.entry
  return (
    <button
      type="button"
      className={
        inWords
          ? `${styles.calEntry} ${styles.calState} ${styles.calWorded}`
          : `${styles.calEntry} ${styles.calState}`
      }
      data-state={entry.state}
      title={rule}
      aria-label={inWords ? undefined : rule}
      onClick={() => onOpen(entry)}
    >
      <EntrySign entry={entry} />
      {inWords && (
        <>
          {entry.state !== 'expected' && (
            <span className={styles.calTime}>{format.time(entry.at)}</span>
          )}
          <bdi className={styles.calName}>{entry.procedure}</bdi>
          {made > 1 ? (
            <span className={styles.calTimes} dir="ltr">
              {format.number(done)}/{format.number(made)}
            </span>
          ) : entry.times > 1 ? (
            <span className={styles.calTimes}>×{format.number(entry.times)}</span>
          ) : (
            entry.things !== null &&
            made === 0 && (
              <span className={styles.calTimes}>
                {t(`calendar.${entry.objects}`, { count: entry.things })}
              </span>
            )
          )}
          <span className="visually-hidden">{more}</span>
        </>
      )}
    </button>
  )
}

/**
 * Text of an entry, with and without its name: "Ward round · Every morning, Tue 1 Dec 2026, 08:00 ·
 * Done late · Holiday: Founders’ day".
 */
function useEntryText(): (entry: CalendarEntry) => [string, string] {
  const { t } = useTranslation('schedules')
  const words = useScheduleLabels()
  const reasons = useReasonText()
  const expectedText = useExpectedText()
  const format = useFormat()
  return ({ name, procedure, at, state, entry, times }) => {
    const facts = [
      entry.expected === undefined ? words.moment(at) : expectedText(entry.expected),
      stateWord(t, state),
      ...(entry.outcome === 'moved'
        ? [t('movedFrom', { date: words.moment(entry.plannedAt) })]
        : []),
      ...entry.because.map(reasons),
      ...(entry.made > 1
        ? [t('calendar.doneOf', { done: format.number(entry.done), count: entry.made })]
        : []),
      ...(times > 1 ? [t('calendar.dates', { count: times })] : []),
    ].join(' · ')
    const title = name === procedure ? procedure : `${procedure} · ${name}`
    return [`${title}, ${facts}`, facts]
  }
}

type Translate = ReturnType<typeof useTranslation<'schedules'>>['t']
const stateWord = (t: Translate, state: EntryState): string =>
  state === 'skipped'
    ? t('outcome.skipped')
    : state === 'expected'
      ? t('outcome.expected')
      : t(`occurrence.${state}`)

const signs: Record<EntryState, string> = {
  planned: '',
  expected: '',
  due: 'M6 3v3.4l2 1.4',
  late: 'M6 2.6v4M6 8.8v.4',
  partly: '',
  done: 'm3.2 6.2 2 2 3.6-4',
  doneLate: 'm3.2 6.2 2 2 3.6-4',
  missed: 'm3.8 3.8 4.4 4.4m0-4.4L3.8 8.2',
  closed: 'M3.4 6h5.2',
  skipped: 'M3.4 6h5.2',
}

function EntrySign({ entry: { state, entry } }: { entry: CalendarEntry }) {
  if (entry.done === 0 || entry.done === entry.made) return <Sign state={state} />
  return (
    <svg className={styles.calSign} viewBox="0 0 12 12" width="14" height="14" aria-hidden="true">
      <circle cx="6" cy="6" r="4.9" className={styles.calTrack} />
      <circle
        cx="6"
        cy="6"
        r="4.9"
        className={styles.calArc}
        pathLength={100}
        strokeDasharray={`${(entry.done / entry.made) * 100} 100`}
        transform="rotate(-90 6 6)"
      />
    </svg>
  )
}

function Sign({ state }: { state: EntryState }) {
  return (
    <svg className={styles.calSign} viewBox="0 0 12 12" width="14" height="14" aria-hidden="true">
      <circle cx="6" cy="6" r="5.2" />
      <path d={signs[state]} />
    </svg>
  )
}

export function CalendarLegend({ states }: { states: ReadonlySet<EntryState> }) {
  const { t } = useTranslation('schedules')
  return (
    <ul className={styles.calLegend} aria-label={t('calendar.legend')}>
      {entryStates
        .filter((state) => states.has(state))
        .map((state) => (
          <li key={state} className={styles.calState} data-state={state}>
            <Sign state={state} />
            {stateWord(t, state)}
          </li>
        ))}
    </ul>
  )
}

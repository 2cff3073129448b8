import { useTranslation } from 'react-i18next'
import { colours } from '#contract/colours.ts'
import type { Shift, WorkingSpan } from '#contract/company/company.ts'
import { useFormat } from '#lib/format.tsx'
import { weekdayName, weekdaysFrom } from '#lib/week.ts'
import { piecesOf } from './weekStrip.ts'
import styles from './company.module.css'

const hours = [0, 6, 12, 18, 24]
const share = (minutes: number): string => `${(minutes / 1440) * 100}%`

export const shiftColour = (index: number) => colours[index % colours.length] ?? 'blue'

interface Props {
  shifts: readonly Shift[]
  workingHours: readonly WorkingSpan[]
  weekStart: number
}

export function WeekStrip({ shifts, workingHours, weekStart }: Props) {
  const { t } = useTranslation('company')
  const { locale } = useFormat()
  const pieces = piecesOf(shifts)
  const open = piecesOf(workingHours.map(({ day, ...span }) => ({ ...span, days: [day] })))
  return (
    <div className={styles.strip} role="img" aria-label={t('weekStrip')}>
      {weekdaysFrom(weekStart).map((day) => {
        const own = pieces.filter((piece) => piece.day === day)
        const lanes = Math.max(1, ...own.map(({ lane }) => lane + 1))
        return (
          <div key={day} className={styles.stripDay}>
            <span className={styles.stripName}>{weekdayName(locale, day, 'short')}</span>
            <div className={styles.stripTrack}>
              {open
                .filter((piece) => piece.day === day)
                .map(({ from, to }, place) => (
                  <span
                    key={place}
                    className={styles.stripOpen}
                    style={{ insetInlineStart: share(from), inlineSize: share(to - from) }}
                  />
                ))}
              {own.map(({ from, to, index, lane }) => (
                <span
                  key={`${index}-${from}`}
                  className={styles.stripBar}
                  style={{
                    insetInlineStart: share(from),
                    inlineSize: share(to - from),
                    insetBlockStart: `${(lane / lanes) * 100}%`,
                    blockSize: `${100 / lanes}%`,
                    '--bar': `var(--pr-${shiftColour(index)}-soft)`,
                    '--bar-ink': `var(--pr-${shiftColour(index)}-ink)`,
                  }}
                >
                  {lanes === 1 && to - from >= 180 && shifts[index]?.name}
                </span>
              ))}
            </div>
          </div>
        )
      })}
      <div className={styles.stripDay}>
        <span />
        <div className={styles.stripHours}>
          {hours.map((hour) => (
            <span key={hour}>{String(hour).padStart(2, '0')}</span>
          ))}
        </div>
      </div>
    </div>
  )
}

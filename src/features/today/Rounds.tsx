import { RightOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'
import { roundsOf, type Round } from '#contract/rules/today.ts'
import { roundAddress, type RoundPlace } from '#entities/recurrence/round.ts'
import { useScheduleLabels } from '#entities/recurrence/useScheduleLabels.ts'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { useFormat } from '#lib/format.tsx'
import { Badge } from '#ui/page/marks.tsx'
import styles from './today.module.css'

export function Rounds({ checks }: { checks: readonly OccurrenceRow[] }) {
  return roundsOf(checks, currentLanguage()).map((round) => (
    <OneRound key={round.key} round={round} />
  ))
}

/** A round's first address. Null for a single stop. */
export function startOf({ checks }: Round<OccurrenceRow>): string | null {
  const places = checks.flatMap(placeOf)
  return places.length > 1 ? roundAddress(checks[0].procedure.id, places, places.length) : null
}

function OneRound({ round }: { round: Round<OccurrenceRow> }) {
  const { checks, lateCount } = round
  const { t } = useTranslation('today')
  const words = useScheduleLabels()
  const format = useFormat()
  const [first] = checks
  const start = startOf(round)
  const when = words.moment(first.dueBy ?? first.at)
  return (
    <section className={styles.part} aria-label={first.procedure.name}>
      <div className={styles.partHead}>
        <h2>
          <bdi>{first.procedure.name}</bdi> <Badge value={checks.length} />
        </h2>
        <span className={styles.partWhen} data-late={lateCount > 0}>
          {lateCount > 0 && `${t('lateOf', { count: lateCount, n: format.number(lateCount) })} · `}
          <time dateTime={first.dueBy ?? first.at}>
            {t(first.dueBy === null || first.isLate ? 'since' : 'until', { date: when })}
          </time>
        </span>
        {start !== null && (
          <Link
            className={styles.start}
            to={start}
            aria-label={t('startRoundOf', { name: first.procedure.name })}
          >
            {t('startRound')}
          </Link>
        )}
      </div>
      <ul className={styles.rows}>
        {checks.map((check) => (
          <li key={check.id}>
            <Link
              className={styles.row}
              data-late={check.isLate}
              to={roundAddress(check.procedure.id, placeOf(check), 1)}
            >
              <strong>
                <bdi>{check.equipment?.name ?? check.location?.name}</bdi>
              </strong>
              {check.place !== null && <bdi className="quiet">{check.place}</bdi>}
              {check.isLate && <span className={styles.late}>{t('isLate')}</span>}
              <RightOutlined className={`turns ${styles.rowGo}`} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function placeOf({ equipment, location }: OccurrenceRow): RoundPlace[] {
  if (equipment !== null) return [{ kind: 'equipment', id: equipment.id }]
  return location === null ? [] : [{ kind: 'location', id: location.id }]
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Output } from '#contract/endpoint.ts'
import type { rrules } from '#contract/rrules/rrules.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { weekdayName } from '#lib/week.ts'
import { ColourTag } from '#ui/page/marks.tsx'
import { useExpectedText } from './useExpectedText.ts'
import { useScheduleLabels } from './useScheduleLabels.ts'
import styles from './recurrence.module.css'

export type PlanEntry = Output<typeof rrules.previewRrule>['entries'][number]
type Because = PlanEntry['because'][number]

export function PlanDates({ entries, label }: { entries: readonly PlanEntry[]; label: string }) {
  return (
    <ol className={styles.plan} aria-label={label}>
      {entries.map((entry) => (
        <li
          key={`${entry.plannedAt} ${entry.expected?.to ?? ''} ${entry.expected?.by ?? ''}`}
          data-outcome={entry.expected === undefined ? entry.outcome : 'expected'}
        >
          <span className={styles.planMark} aria-hidden="true" />
          <PlanText entry={entry} />
        </li>
      ))}
    </ol>
  )
}

function PlanText({ entry }: { entry: PlanEntry }) {
  const { t } = useTranslation('schedules')
  const words = useScheduleLabels()
  const reasons = useReasonText()
  const expectedText = useExpectedText()
  return (
    <div className={styles.planWords}>
      <span className={styles.planHead}>
        {entry.expected === undefined ? (
          <time dateTime={entry.at}>{words.moment(entry.at)}</time>
        ) : (
          <span>{expectedText(entry.expected)}</span>
        )}
        {entry.outcome === 'skipped' && (
          <ColourTag soft colour="orange">
            {t('outcome.skipped')}
          </ColourTag>
        )}
        {entry.outcome === 'moved' && (
          <ColourTag soft colour="orange">
            {t('outcome.moved')}
          </ColourTag>
        )}
      </span>
      {entry.expected !== undefined && <Named expected={entry.expected} />}
      {entry.outcome === 'moved' && (
        <span className={styles.planDue}>
          {t('movedFrom', { date: words.moment(entry.plannedAt) })}
        </span>
      )}
      {entry.because.map((because) => (
        <span key={because.kind} className={styles.planBecause}>
          {reasons(because)}
        </span>
      ))}
      {entry.outcome !== 'skipped' && entry.expected === undefined && entry.dueBy !== null && (
        <span className={styles.planDue}>
          {t('dueByDate', { date: words.moment(entry.dueBy) })}
        </span>
      )}
    </div>
  )
}

function Named({ expected }: { expected: NonNullable<PlanEntry['expected']> }) {
  const { t } = useTranslation('schedules')
  const more = expected.targets - expected.equipment.length
  return (
    <span className={styles.planNamed}>
      {expected.equipment.map(({ id, name }) => (
        <Link key={id} to={pathTo('equipment', undefined, { id })}>
          <bdi>{name}</bdi>
        </Link>
      ))}
      {more > 0 && <span className={styles.planDue}>{t('moreEquipment', { count: more })}</span>}
    </span>
  )
}

const days = { SU: 0, MO: 1, TU: 2, WE: 3, TH: 4, FR: 5, SA: 6 } as const

export function useReasonText(): (because: Because) => string {
  const { t } = useTranslation('recurrence')
  const { locale } = useFormat()
  const words = useScheduleLabels()
  return (because) => {
    switch (because.kind) {
      case 'holiday':
        return t('because.holiday', { name: because.name })
      case 'nonWorkingDay':
        return t('because.nonWorkingDay', { weekday: weekdayName(locale, days[because.weekday]) })
      case 'clockChange':
        return t('because.clockChange', { time: because.local.slice(11, 16) })
      case 'merged':
        return t('because.merged', { date: words.moment(because.into) })
      case 'nowhereToGo':
        return t('because.nowhereToGo')
    }
  }
}

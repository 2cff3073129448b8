import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import type { rrules } from '#contract/rrules/rrules.ts'
import { useScheduleLabels } from '#entities/recurrence/useScheduleLabels.ts'
import { useFormat } from '#lib/format.tsx'
import { ColourTag } from '#ui/page/marks.tsx'
import styles from './editor.module.css'
import recurrenceStyles from '#entities/recurrence/recurrence.module.css'

type Change = Output<typeof rrules.previewRrule>['changes'][number]
type RealChange = Exclude<Change, { kind: 'kept' }>

const SHOWN = 10

export function PreviewChanges({
  changes,
  until,
}: {
  changes: readonly Change[]
  /** End of the comparison. If null, it covers all dates. */
  until: string | null
}) {
  const { t } = useTranslation(['schedules', 'common'])
  const { date } = useFormat()
  const extent = until !== null && (
    <p className="quiet">{t('comparedUntil', { day: date(until) })}</p>
  )
  const real = changes.filter((change): change is RealChange => change.kind !== 'kept')
  const otherDeadline = changes.filter(
    (change) => change.kind === 'kept' && change.deadlineChanged,
  ).length
  if (real.length === 0 && otherDeadline === 0)
    return (
      <div className={styles.previewChanges}>
        <p className="quiet">{t('noChanges')}</p>
        {extent}
      </div>
    )
  return (
    <section className={styles.previewChanges} aria-label={t('changesTitle')}>
      <h3>{t('changesTitle')}</h3>
      <p className={styles.previewTally}>
        {(['moved', 'added', 'removed'] as const).map((kind) => (
          <Tally
            key={kind}
            kind={kind}
            count={real.filter((change) => change.kind === kind).length}
          />
        ))}
      </p>
      {otherDeadline > 0 && (
        <p className="quiet">{t('deadlineChanged', { count: otherDeadline })}</p>
      )}
      <ol className={recurrenceStyles.plan}>
        {real.slice(0, SHOWN).map((change) => (
          <Line key={momentOf(change)} change={change} />
        ))}
      </ol>
      {real.length > SHOWN && (
        <p className="quiet">{t('common:moreRemaining', { count: real.length - SHOWN })}</p>
      )}
      {extent}
    </section>
  )
}

const colours = { moved: 'orange', added: 'green', removed: 'red' } as const

function Tally({ kind, count }: { kind: RealChange['kind']; count: number }) {
  const { t } = useTranslation('schedules')
  return count === 0 ? null : (
    <ColourTag soft colour={colours[kind]}>
      {t(`change.${kind}`, { count })}
    </ColourTag>
  )
}

const momentOf = (change: RealChange): string =>
  `${change.kind}-${change.kind === 'added' ? change.after.at : change.before.at}`

function Line({ change }: { change: RealChange }) {
  const words = useScheduleLabels()
  const { t } = useTranslation('schedules')
  return (
    <li data-outcome={change.kind}>
      <span className={recurrenceStyles.planMark} aria-hidden="true" />
      <span className={recurrenceStyles.planWords}>
        <span className="visually-hidden">{t(`change.${change.kind}`, { count: 1 })}</span>
        {change.kind !== 'added' && (
          <time className={recurrenceStyles.planWas} dateTime={change.before.at}>
            {words.moment(change.before.at)}
          </time>
        )}
        {change.kind !== 'removed' && (
          <time dateTime={change.after.at}>{words.moment(change.after.at)}</time>
        )}
      </span>
    </li>
  )
}

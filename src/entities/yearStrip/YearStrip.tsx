import { useTranslation } from 'react-i18next'
import { stateOfWeek } from '#contract/rules/yearStrip.ts'
import type { Output } from '#contract/endpoint.ts'
import type { yearStrips } from '#contract/yearStrips.ts'
import { useFormat } from '#lib/format.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { yearStripCalls } from './calls.ts'
import { YearLine } from './YearLine.tsx'
import styles from './YearStrip.module.css'

type Year = Output<typeof yearStrips.getEquipmentYear>

const WEEK = 7 * 86_400_000

export function EquipmentYear({ id }: { id: number }) {
  const year = answerToShow(yearStripCalls.useGetEquipmentYearQuery({ params: { id } }))
  return year === undefined ? null : <YearStrip year={year} />
}

export function LocationYear({ id }: { id: number }) {
  const year = answerToShow(yearStripCalls.useGetLocationYearQuery({ params: { id } }))
  return year === undefined ? null : <YearStrip year={year} />
}

function YearStrip({ year: { until, weeks } }: { year: Year }) {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const from = (index: number) => Date.parse(until) - (weeks.length - index) * WEEK
  const told = weeks.flatMap((week, index) =>
    stateOfWeek(week) === 'none' ? [] : [{ week, at: from(index) }],
  )
  return (
    <section className={styles.year} aria-label={t('year.title')}>
      <h3>{t('year.title')}</h3>
      <YearLine size="large" states={weeks.map(stateOfWeek)} />
      <p className={styles.ends}>
        <time>{format.date(from(0))}</time>
        <time>{format.date(until)}</time>
      </p>
      {told.length > 0 && (
        <details>
          <summary>{t('year.asTable')}</summary>
          <div className={styles.scroll}>
            <table>
              <thead>
                <tr>
                  <th>{t('year.week')}</th>
                  <th>{t('year.done')}</th>
                  <th>{t('year.missed')}</th>
                  <th>{t('year.score')}</th>
                  <th>{t('year.tickets')}</th>
                  <th>{t('year.unusable')}</th>
                </tr>
              </thead>
              <tbody>
                {told.toReversed().map(({ week, at }) => (
                  <tr key={at} data-state={stateOfWeek(week)}>
                    <th scope="row">{format.date(at)}</th>
                    <td>{format.number(week.done)}</td>
                    <td>{format.number(week.missed)}</td>
                    <td>{week.score === null ? '–' : format.number(Math.round(week.score))}</td>
                    <td>{format.number(week.openTickets)}</td>
                    <td>{week.isUnusable ? t('year.yes') : '–'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </section>
  )
}

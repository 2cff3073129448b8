import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { trendOf, isPercent, meetsTarget } from '#contract/rules/companyFigures.ts'
import type { CompanyFigure } from '#contract/today.ts'
import { referenceListCalls } from '#entities/calls/referenceLists.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { Sparkline } from '#ui/charts/Sparkline.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { POLL, todayCalls } from './calls.ts'
import { rowsOfFigure } from './rowsOf.ts'
import styles from './CompanyFigures.module.css'

export function CompanyFigures() {
  const { t } = useTranslation('today')
  const skip = !useMay('viewer|reports')
  const maySet = useMay('editor|company')
  const answer = answerToShow(todayCalls.useGetCompanyFiguresQuery(undefined, { ...POLL, skip }))
  const statuses = answerToShow(
    referenceListCalls.useGetEquipmentStatusesQuery(undefined, { skip }),
  )
  // Without the statuses, the figure's link would have no filter and open all rows.
  if (answer === undefined || statuses === undefined) return null
  const unusable = statuses.rows.flatMap(({ id, isUsable }) => (isUsable ? [] : [id]))
  const hasTarget = answer.figures.some(({ target }) => target !== null)
  return (
    <section className={styles.part} aria-label={t('company')}>
      <div className={styles.head}>
        <h2>{t('company')}</h2>
        {maySet && !hasTarget && <Link to={pathTo('companySettings')}>{t('setTargets')}</Link>}
      </div>
      <ul className={styles.figures}>
        {answer.figures.map((figure) => (
          <li key={figure.key}>
            <Figure figure={figure} unusable={unusable} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Figure({ figure, unusable }: { figure: CompanyFigure; unusable: number[] }) {
  const { t } = useTranslation('today')
  const format = useFormat()
  const { key, weeks, target } = figure
  const show = (value: number) =>
    key === 'onTime' || key === 'availability'
      ? format.percent(Math.round(value))
      : format.number(Math.round(value))
  const now = weeks.at(-1) ?? null
  const before = weeks.at(-2) ?? null
  const course = trendOf(key, weeks)
  const isMet = meetsTarget(key, now, target)
  const change = now === null || before === null ? 0 : Math.round(now) - Math.round(before)
  // Isolated, because the sign would change sides in right-to-left text.
  const changed = `\u2066${format.number(change, { signDisplay: 'exceptZero' })}\u2069`
  return (
    <Link
      className={styles.figure}
      to={rowsOfFigure(key, { timeZone: format.timeZone, unusable })}
      data-figure={key}
    >
      <span className={styles.name}>{t(`figure.${key}`)}</span>
      <span className={styles.now}>
        {now === null ? (
          <span className="quiet">{t('noFigure')}</span>
        ) : (
          <strong className="numbers" data-met={isMet ?? undefined}>
            {show(now)}
          </strong>
        )}
        <Sparkline
          values={weeks}
          target={target}
          label={t('weeks', {
            values: format.list(weeks.map((value) => (value === null ? '–' : show(value)))),
          })}
        />
      </span>
      <span className={styles.beside}>
        {course !== null && (
          <span data-course={course}>{t(`course.${course}`, { change: changed })}</span>
        )}
        {target !== null && <span>{t('target', { n: show(target) })}</span>}
        {isPercent(key) && <span>{t('lastWeek')}</span>}
      </span>
    </Link>
  )
}

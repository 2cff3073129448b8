/** Maintenance of the company's data, within the user's rights; each number is its list's count. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { auth } from '#contract/auth/auth.ts'
import type { SetUpStep } from '#contract/today.ts'
import { injectContract } from '#api/api.ts'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormat } from '#lib/format.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { POLL, todayCalls } from './calls.ts'
import { upkeepRows } from './rowsOf.ts'
import styles from './today.module.css'

const { useGetInstallationQuery } = injectContract(auth)

const numbers = [
  'reviews',
  'failing',
  'silentGateways',
  'withoutRole',
  'invited',
  'imports',
] as const

const stepPaths: Record<SetUpStep, string> = {
  locations: pathTo('locations'),
  equipment: pathTo('import'),
  procedures: pathTo('procedureNew'),
  schedules: pathTo('scheduleNew'),
  people: pathTo('users', undefined, { mode: 'new' }),
  automations: pathTo('automationCenter'),
}

function useUpkeep() {
  const may = [
    useMay('editor|automations'),
    useMay('editor|devices'),
    useMay('editor|users'),
    useMay('editor|import'),
    useMay('editor|locations'),
    useMay('editor|equipment'),
    useMay('editor|procedures'),
    useMay('editor|schedules'),
  ]
  return answerToShow(
    todayCalls.useGetUpkeepQuery(undefined, { ...POLL, skip: !may.some(Boolean) }),
  )
}

export function KeepInOrder() {
  const { t } = useTranslation('today')
  const format = useFormat()
  const upkeep = useUpkeep()
  const waiting = numbers.flatMap((key) => {
    const count = upkeep?.[key] ?? 0
    return count === 0 ? [] : [{ key, to: upkeepRows[key], count }]
  })
  if (waiting.length === 0) return null
  return (
    <section className={styles.part} aria-label={t('order')}>
      <h2>{t('order')}</h2>
      <ul className={styles.numbers}>
        {waiting.map(({ key, count, to }) => (
          <li key={key}>
            <Link className={styles.number} to={to}>
              <strong className="numbers">{format.number(count)}</strong> <span>{t(key)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function FirstSteps() {
  const { t } = useTranslation('today')
  const missing = useUpkeep()?.missing ?? []
  const seesHealth = useMay('viewer|security')
  const installation = useGetInstallationQuery(undefined, { skip: !seesHealth }).data
  const hasNoMail = installation?.sends.email === false
  if (missing.length === 0 && !hasNoMail) return null
  return (
    <section className={styles.part} aria-label={t('firstSteps')}>
      <h2>{t('firstSteps')}</h2>
      <ol className={styles.rows}>
        {hasNoMail && (
          <li>
            <Link className={styles.row} to={pathTo('installationHealth')}>
              <strong>{t('step.mail')}</strong>
              <span className="quiet">{t('stepHint.mail')}</span>
            </Link>
          </li>
        )}
        {missing.map((step) => (
          <li key={step}>
            <Link className={styles.row} to={stepPaths[step]}>
              <strong>{t(`step.${step}`)}</strong>
              <span className="quiet">{t(`stepHint.${step}`)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import type { Fault } from '#contract/signedLog/verify.ts'
import styles from './signedLogs.module.css'

export function Verdict({
  faults,
  since,
  removedAt,
  isAble,
}: {
  faults: readonly Fault[]
  since: string
  removedAt: string | null
  isAble: boolean
}) {
  const { t } = useTranslation('signedLogs')
  const isGood = faults.length === 0
  return (
    <section className={styles.signedLogVerdict} data-good={isGood} role="status">
      <strong>{t(isGood ? 'verdict.unchanged' : 'verdict.broken', { when: since })}</strong>
      {faults.length > 0 && (
        <ul>
          {faults.map(({ code, sequence }) => (
            <li key={`${code} ${sequence}`}>{t(`fault.${code}`, { sequence })}</li>
          ))}
        </ul>
      )}
      {removedAt !== null && <span>{t('verdict.removed', { when: removedAt })}</span>}
      <span>{t(isAble ? 'verdict.checkedHere' : 'verdict.unable')}</span>
    </section>
  )
}

import { useTranslation } from 'react-i18next'
import { faultCodes } from '#contract/recurrence/ruleLines.ts'
import { faultSentence } from './useRuleSentence.ts'
import styles from './recurrence.module.css'

export interface Fault {
  code: string
  part: string | null
  value: string | null
}

export function FaultList({ faults }: { faults: readonly Fault[] }) {
  const { t } = useTranslation('schedules')
  const { t: say } = useTranslation('recurrence')
  return (
    <div role="alert" className={styles.faults}>
      <strong>{t('faultsTitle')}</strong>
      <ul>
        {faults.map((fault, place) => {
          const code = faultCodes.find((one) => one === fault.code)
          return (
            <li key={place}>
              {code === undefined ? fault.code : faultSentence({ ...fault, code }, say)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { Trans, useTranslation } from 'react-i18next'
import type { NamedReference } from './names.ts'
import { useVerdictLabels, type Verdict } from './useVerdictLabels.ts'
import styles from './sentence.module.css'

export function VerdictList({
  verdicts,
  names,
}: {
  verdicts: readonly Verdict[]
  names: readonly NamedReference[]
}) {
  const { t } = useTranslation('automations')
  const words = useVerdictLabels(names)
  if (verdicts.length === 0) return null
  return (
    <ul className={styles.runVerdicts}>
      {verdicts.map((verdict, index) => {
        const { label, wanted, saw } = words(verdict)
        return (
          <li key={index} data-passed={verdict.passed}>
            {verdict.passed ? (
              <CheckOutlined aria-label={t('verdict.passed')} />
            ) : (
              <CloseOutlined aria-label={t('verdict.failed')} />
            )}
            <span>
              <strong>
                <bdi>{label}</bdi>
              </strong>{' '}
              {wanted !== null && (
                <Trans
                  t={t}
                  i18nKey="verdict.said"
                  components={{ saw: <bdi>{saw}</bdi>, wanted: <bdi>{wanted}</bdi> }}
                />
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

import { useTranslation } from 'react-i18next'
import type { PasswordFault } from '#contract/rules/password.ts'
import styles from './PasswordRules.module.css'

const rules = [
  'tooShort',
  'noUppercase',
  'noLowercase',
  'noNumber',
] as const satisfies readonly PasswordFault[]

export function PasswordRules({
  broken,
  isChecked,
}: {
  broken: readonly PasswordFault[]
  isChecked: boolean
}) {
  const { t } = useTranslation('auth')
  return (
    <ul className={styles.passwordRules}>
      {rules.map((rule) => (
        <li
          key={rule}
          className={broken.includes(rule) ? (isChecked ? styles.bad : '') : styles.good}
        >
          {t(`rule_${rule}`)}
        </li>
      ))}
      {broken.includes('notText') && <li className={styles.bad}>{t('fault_notText')}</li>}
    </ul>
  )
}

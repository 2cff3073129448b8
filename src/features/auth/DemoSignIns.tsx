import { useTranslation } from 'react-i18next'
import styles from './auth.module.css'

interface DemoSignIn {
  email: string
  password: string
  role: 'administrator' | 'manager' | 'technician' | 'staff' | 'otherCompany'
  company: string
}

export function DemoSignIns({
  signIns,
  disabled,
  onChoose,
}: {
  signIns: readonly DemoSignIn[]
  disabled: boolean
  onChoose(one: DemoSignIn): void
}) {
  const { t } = useTranslation('auth')
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">{t('demoTitle')}</h2>
      <p className="quiet">{t('demoHint')}</p>
      <ul>
        {signIns.map((one) => (
          <li key={one.email}>
            <button
              type="button"
              className={styles.demoPerson}
              disabled={disabled}
              onClick={() => onChoose(one)}
            >
              <span className={styles.demoMark} aria-hidden="true">
                <PersonMark />
              </span>
              <span className={styles.demoWords}>
                <strong>{t(`role_${one.role}`)}</strong>
                <bdi className="quiet">{one.company}</bdi>
              </span>
              <bdi className={`${styles.demoEmail} quiet`}>{one.email}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PersonMark() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20">
      <circle cx="10" cy="7" r="3.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path
        d="M3.8 17a6.2 6.2 0 0 1 12.4 0"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  )
}

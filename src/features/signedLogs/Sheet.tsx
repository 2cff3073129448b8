import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, currentLanguage } from '#lib/i18n/i18n.ts'
import { isLanguage, languageNames, languages } from '#lib/i18n/languages.ts'
import { saveLanguage } from '#lib/i18n/storedLanguage.ts'
import { Logo } from '#ui/page/Logo.tsx'
import styles from './signedLogs.module.css'

export function Sheet({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('signedLogs')
  async function choose(value: string): Promise<void> {
    if (!isLanguage(value)) return
    saveLanguage(value)
    await changeLanguage(value)
  }
  return (
    <div className={styles.signedLog}>
      <header className={`${styles.signedLogTop} screen-only`}>
        <span className={styles.signedLogBrand}>
          <Logo size={24} /> Plantroom
        </span>
        <span className={styles.signedLogActions}>
          {actions}
          <select
            className={styles.signedLogButton}
            aria-label={t('language')}
            value={currentLanguage()}
            onChange={(event) => void choose(event.target.value)}
          >
            {languages.map((language) => (
              <option key={language} value={language} lang={language}>
                {languageNames[language]}
              </option>
            ))}
          </select>
        </span>
      </header>
      <main className={styles.signedLogSheet}>{children}</main>
    </div>
  )
}

export function SheetNote({ children, isBad = false }: { children: ReactNode; isBad?: boolean }) {
  return (
    <p className={styles.signedLogNote} data-bad={isBad} role={isBad ? 'alert' : 'status'}>
      {children}
    </p>
  )
}

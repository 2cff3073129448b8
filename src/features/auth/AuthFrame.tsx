/** The frame of signed-out pages: plain CSS with the tokens, without antd. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, currentLanguage } from '#lib/i18n/i18n.ts'
import { isLanguage, languageNames, languages } from '#lib/i18n/languages.ts'
import { saveLanguage } from '#lib/i18n/storedLanguage.ts'
import { Logo } from '#ui/page/Logo.tsx'
import styles from './auth.module.css'

export function AuthFrame({
  title,
  hint,
  children,
  beside,
}: {
  title: string
  hint?: string
  children: ReactNode
  beside?: ReactNode
}) {
  return (
    <div className={styles.auth}>
      <header className={styles.authTop}>
        <span className={styles.authBrand}>
          <Logo size={28} /> Plantroom
        </span>
        <LanguagePicker />
      </header>
      <main className={styles.authMain}>
        <section className={styles.authCard}>
          <h1>{title}</h1>
          {hint !== undefined && <p className="quiet">{hint}</p>}
          {children}
        </section>
        {beside}
      </main>
    </div>
  )
}

function LanguagePicker() {
  const { t } = useTranslation('auth')
  async function choose(value: string): Promise<void> {
    if (!isLanguage(value)) return
    saveLanguage(value)
    await changeLanguage(value)
  }
  return (
    <select
      className={styles.authLanguage}
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
  )
}

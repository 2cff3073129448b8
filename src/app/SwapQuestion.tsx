/** Asks before an address replaces a running session by that of another person or company. */
import { useTranslation } from 'react-i18next'
import type { Whose } from './whoseSession.ts'
import styles from './SwapQuestion.module.css'

export function SwapQuestion({
  here,
  there,
  onChoose,
}: {
  here: Whose
  there: Whose
  onChoose(choice: 'stay' | 'go'): void
}) {
  const { t } = useTranslation('auth')
  const said = ({ user, company }: Whose) => (
    <strong>
      <bdi>{t('swapIn', { name: user.name, company: company.name })}</bdi>
    </strong>
  )
  return (
    <main className={styles.page}>
      <div
        className={styles.card}
        role="alertdialog"
        aria-labelledby="swap-title"
        aria-describedby="swap-words"
      >
        <h1 id="swap-title">{t('swapTitle')}</h1>
        <div id="swap-words">
          <p>
            {t('swapHint')}
            <br />
            {said(here)}
          </p>
          <p>
            {t('swapTo')}
            <br />
            {said(there)}
          </p>
        </div>
        <div className={styles.foot}>
          <button type="button" className={styles.stay} onClick={() => onChoose('stay')}>
            {t('swapStay')}
          </button>
          <button type="button" className={styles.go} onClick={() => onChoose('go')}>
            {t('swapGo', { name: there.user.name })}
          </button>
        </div>
      </div>
    </main>
  )
}

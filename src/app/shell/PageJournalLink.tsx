import { HistoryOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { useMay } from '#entities/session/useSession.ts'
import { journalAt } from '#entities/journal/journalRequestFrom.ts'
import { journalOf } from '#lib/paths.ts'
import styles from './shell.module.css'

/** Links from a page to its journal: `/journal` after its address. */
export function PageJournalLink() {
  const { t } = useTranslation('titles')
  const { pathname } = useLocation()
  const mayReadAll = useMay('viewer|journal')
  if (!mayReadAll || journalAt(pathname) === null) return null
  return (
    <Link
      className={`${styles.pageJournal} screen-only`}
      to={journalOf(pathname)}
      aria-label={t('pageJournal')}
      title={t('pageJournal')}
    >
      <HistoryOutlined aria-hidden />
    </Link>
  )
}

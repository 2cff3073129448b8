import { MailOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { auth } from '#contract/auth'
import { injectContract } from '../../api/api.ts'
import { pathTo } from '../../lib/paths.ts'
import styles from './NetworkStrip.module.css'

const { useGetSessionQuery } = injectContract(auth)

/** While companies wait for the person to accept or refuse their invitation. */
export function InvitationStrip() {
  const { t } = useTranslation('shell')
  const count = useGetSessionQuery().data?.invitations ?? 0
  if (count === 0) return null
  return (
    <div className={`${styles.strip} screen-only`} role="status">
      <MailOutlined aria-hidden />
      <span>
        {t('invitations', { count })} <Link to={pathTo('account')}>{t('answerInvitations')}</Link>
      </span>
    </div>
  )
}

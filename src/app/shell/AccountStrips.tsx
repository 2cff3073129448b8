import { KeyOutlined, MailOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { auth } from '#contract/auth/auth.ts'
import { injectContract } from '#api/api.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import styles from './NetworkStrip.module.css'

const { useGetSessionQuery } = injectContract(auth)

/**
 * Account notices: unanswered invitations, and a password reset link made by an administrator. The
 * second notice cannot be closed, because a person who misused the link could hide it.
 */
export function AccountStrips() {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const session = useGetSessionQuery().data
  const count = session?.invitations ?? 0
  const madeAt = session?.resetLinkMadeAt ?? null
  return (
    <>
      {count > 0 && (
        <div className={`${styles.strip} screen-only`} role="status">
          <MailOutlined aria-hidden />
          <span>
            {t('invitations', { count })}{' '}
            <Link to={`${pathTo('account')}#companies`}>{t('answerInvitations')}</Link>
          </span>
        </div>
      )}
      {madeAt !== null && (
        <div className={`${styles.strip} screen-only`} role="status">
          <KeyOutlined aria-hidden />
          <span>{t('resetLinkMade', { at: format.dateTime(madeAt) })}</span>
        </div>
      )}
    </>
  )
}

/**
 * Demo without a mail server: shows the messages. If others can reach the demo, sign-in is
 * required.
 */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { isApiFailure } from '#api/http.ts'
import { useFormat } from '#lib/format.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { useListOutboxQuery } from './calls.ts'
import styles from './auth.module.css'

export function OutboxPage() {
  const { t } = useTranslation('auth')
  const format = useFormat()
  const { data, isError, error } = useListOutboxQuery(undefined, { pollingInterval: 3000 })
  const needsSession = isApiFailure(error) && error.status === 401
  return (
    <AuthFrame title={t('outboxTitle')} hint={t('outboxHint')}>
      {isError && (
        <p className={`${styles.authNote} ${styles.authNoteBad}`} role="alert">
          {t(needsSession ? 'outboxNeedsSession' : 'outboxNone')}
        </p>
      )}
      {data?.rows.length === 0 && (
        <p className={styles.authNote} role="status">
          {t('outboxEmpty')}
        </p>
      )}
      <ul className={styles.outbox}>
        {data?.rows.map((message) => (
          <li key={message.id}>
            <strong dir="auto">{message.subject}</strong>
            <span className="quiet">
              <bdi>{message.to}</bdi> ·{' '}
              <bdi className={styles.outboxAt}>{format.dateTime(message.at)}</bdi>
            </span>
            <p dir="auto">
              <Linked text={message.text} />
            </p>
          </li>
        ))}
      </ul>
      <p className={styles.authLinks}>
        <Link
          to={pathTo('login', undefined, needsSession ? { next: pathTo('outbox') } : undefined)}
        >
          {t('backToSignIn')}
        </Link>
      </p>
    </AuthFrame>
  )
}

function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    /^https?:/.test(part) ? (
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}

/** In the demo, without a mail server: the messages that would have been sent. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '../../app/paths.ts'
import { useFormat } from '../../lib/format.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { useListOutboxQuery } from './calls.ts'

export function OutboxPage() {
  const { t } = useTranslation('auth')
  const format = useFormat()
  const { data, isError } = useListOutboxQuery(undefined, { pollingInterval: 3000 })
  return (
    <AuthFrame title={t('outboxTitle')} hint={t('outboxHint')}>
      {isError && <p className="auth-note auth-note-bad" role="alert">{t('outboxNone')}</p>}
      {data?.rows.length === 0 && <p className="auth-note" role="status">{t('outboxEmpty')}</p>}
      <ul className="outbox">
        {data?.rows.map((letter) => (
          <li key={letter.id}>
            <strong><bdi>{letter.subject}</bdi></strong>
            <span className="quiet"><bdi>{letter.to}</bdi> · {format.dateTime(letter.at)}</span>
            <p dir="auto"><Linked text={letter.text} /></p>
          </li>
        ))}
      </ul>
      <p className="auth-links"><Link to={pathTo('login')}>{t('backToSignIn')}</Link></p>
    </AuthFrame>
  )
}

/** Addresses in the text become links. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) => (/^https?:/.test(part) ? <a key={index} href={part}>{part}</a> : part))
}

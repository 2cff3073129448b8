import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { OwnAccount } from '#contract/auth/account.ts'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { useEndSessionMutation } from './calls.ts'
import styles from './account.module.css'

type OpenSession = OwnAccount['sessions'][number]

export function SessionList({ sessions }: { sessions: readonly OpenSession[] }) {
  const { t } = useTranslation(['account', 'common'])
  const [end, { isLoading }] = useEndSessionMutation()
  const confirm = useConfirm()
  const others = sessions.filter(({ isThis }) => !isThis)
  async function endOthers(): Promise<void> {
    if (
      await confirm({
        title: t('endOthersTitle'),
        hint: t('endOthersHint'),
        okText: t('endOthers'),
        danger: true,
      })
    )
      await end({ body: { sessionId: null } })
  }
  return (
    <>
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionText session={session} />
            {session.isThis ? (
              <ColourTag colour="green" soft>
                {t('thisSession')}
              </ColourTag>
            ) : (
              <Button
                size="small"
                disabled={isLoading}
                onClick={() => void end({ body: { sessionId: session.id } })}
              >
                {t('endSession')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Button danger loading={isLoading} onClick={() => void endOthers()}>
          {t('endOthers')}
        </Button>
      )}
    </>
  )
}

/** Sources that the product sets itself. Others are shown verbatim. */
const sources = ['web', 'mobile', 'backoffice', 'set-up'] as const

function SessionText({
  session: { company, source, idp, createdAt, expiresAt },
}: {
  session: OpenSession
}) {
  const { t } = useTranslation('account')
  const known = sources.find((one) => one === source)
  return (
    <div className={styles.sessionWords}>
      <strong>
        <bdi>{company}</bdi>
      </strong>
      <span>
        {known !== undefined ? t(`source_${known}`) : <bdi>{source ?? t('source_web')}</bdi>} ·{' '}
        {t(idp === null ? 'byPassword' : `by_${idp}`)}
      </span>
      <span className="quiet">
        {t('began')} <When at={createdAt} /> · {t('ends')} <When at={expiresAt} />
      </span>
    </div>
  )
}

import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { HealthAnswer } from '#contract/health.ts'
import { NetworkFault } from '#ui/feedback/NetworkFault.tsx'
import { When } from '#ui/page/marks.tsx'
import { Section } from '#ui/page/Page.tsx'
import { useSendTestMailMutation } from './calls.ts'
import { Facts } from './HealthFacts.tsx'
import styles from './health.module.css'

export function Channels({ sends, push }: Pick<HealthAnswer, 'sends' | 'push'>) {
  const { t } = useTranslation('health')
  return (
    <Section title={t('channels')}>
      <Facts
        facts={[
          {
            key: 'mail',
            label: t('mail'),
            value: sends.email ? t('channelOn') : '—',
            hint: sends.email ? <TestMail /> : undefined,
            trouble: !sends.email && t('mailOff'),
          },
          {
            key: 'sms',
            label: t('sms'),
            value: sends.sms ? t('channelOn') : '—',
            // Not an error, because email alone is enough.
            hint: sends.sms ? undefined : t('smsOff'),
          },
          ...(push === null
            ? []
            : [
                {
                  key: 'push',
                  label: t('push'),
                  value: t('pushDevices', { count: push.devices }),
                  hint: <PushHint push={push} />,
                  trouble:
                    push.failing > 0
                      ? t('pushFailing', { count: push.failing })
                      : !push.hasContact && t('pushContact'),
                },
              ]),
        ]}
      />
    </Section>
  )
}

function PushHint({
  push: { waiting, lastSuccessAt },
}: {
  push: NonNullable<HealthAnswer['push']>
}) {
  const { t } = useTranslation('health')
  return (
    <>
      {waiting > 0 && <>{t('pushWaiting', { count: waiting })} · </>}
      {t('pushLast')} <When at={lastSuccessAt} none={t('noneYet')} />
    </>
  )
}

function TestMail() {
  const { t } = useTranslation('health')
  const [send, { data, isLoading }] = useSendTestMailMutation()
  return (
    <>
      <Button size="small" loading={isLoading} onClick={() => void send()}>
        {t('testMail')}
      </Button>
      {data !== undefined && (
        <div role="status" className={data.reason === null ? undefined : styles.trouble}>
          {data.reason === null ? (
            t('testSent', { to: data.to })
          ) : (
            <>
              {t('testFailed')} <NetworkFault said={data.reason} />
            </>
          )}
        </div>
      )}
    </>
  )
}

import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKey } from '#contract/devices/devices.ts'
import { deviceCalls } from './calls.ts'
import styles from './devices.module.css'

export type MadeKey = ApiKey & { key: string }

export function FreshKey({ made: { key, topicKey, ips } }: { made: MadeKey }) {
  const { t } = useTranslation(['gateways', 'common'])
  return (
    <>
      <Alert type="warning" showIcon title={t('keyOnce')} />
      <Copied value={key} label={t('common:copy')} testId="fresh-key" />
      <p className="quiet">{t('keyUse')}</p>
      <pre className={styles.rawReport} dir="ltr">
        <code>{`curl -X POST ${window.location.origin}/api/iot/ingest/plantroom \\\n  -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\\n  -d '{"gateway":"AC:23:3F:C0:10:00","readings":[{"beacon":"AC:23:3F:A0:20:00","rssi":-61}]}'`}</code>
      </pre>
      <KeyTopic topicKey={topicKey} isOfNetworks={ips.length > 0} />
    </>
  )
}

export function KeyTopic({ topicKey, isOfNetworks }: { topicKey: string; isOfNetworks: boolean }) {
  const { t } = useTranslation('gateways')
  const broker = deviceCalls.useGetBrokerQuery().data?.broker ?? null
  if (broker === null) return null
  if (isOfNetworks) return <p className="quiet">{t('topicNotForNetworks')}</p>
  return (
    <section className={styles.topic}>
      <p className="quiet">{t('brokerUse')}</p>
      <h3>{t('broker')}</h3>
      <Copied value={broker.url} label={t('copyBroker')} />
      <h3>{t('topic')}</h3>
      <Copied
        value={`${broker.prefix}/${topicKey}/plantroom/AC:23:3F:C0:10:00`}
        label={t('copyTopic')}
        testId="key-topic"
      />
      <p className="quiet">{t('topicHint')}</p>
    </section>
  )
}

function Copied({ value, label, testId }: { value: string; label: string; testId?: string }) {
  const { t } = useTranslation('common')
  const [isCopied, setIsCopied] = useState(false)
  return (
    <>
      <pre className={styles.rawReport} dir="ltr" data-testid={testId}>
        {value}
      </pre>
      <Button
        icon={<CopyOutlined aria-hidden />}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setIsCopied(true))}
      >
        {isCopied ? t('copied') : label}
      </Button>
    </>
  )
}

/** The MQTT broker: whether it is there, and what came over it. */
import { useTranslation } from 'react-i18next'
import type { HealthAnswer } from '#contract/health'
import { Count, When } from '../../ui/marks.tsx'
import { Section } from '../../ui/Page.tsx'
import { Facts } from './HealthFacts.tsx'
import styles from './health.module.css'

export function BrokerFacts({
  broker: { url, connected, connections, since, trouble, taken, refused, lastMessageAt },
}: {
  broker: NonNullable<HealthAnswer['broker']>
}) {
  const { t } = useTranslation('health')
  return (
    <Section title={t('broker')}>
      <Facts
        facts={[
          {
            key: 'state',
            label: t('brokerState'),
            value: connected > 0 ? t('brokerConnected') : t('brokerAway'),
            hint: (
              <>
                <bdi dir="ltr" className={styles.address}>
                  {url}
                </bdi>
                <div>{t('brokerConnections', { up: connected, all: connections })}</div>
              </>
            ),
            trouble: trouble !== null && (
              <>
                {t('brokerWaits')} <bdi dir="ltr">{trouble}</bdi>
              </>
            ),
          },
          {
            key: 'since',
            label: t('brokerSince'),
            value: <When at={since} as="dateTime" none="—" />,
          },
          {
            key: 'last',
            label: t('brokerLast'),
            value: <When at={lastMessageAt} none={t('noneYet')} />,
          },
          {
            key: 'taken',
            label: t('brokerTaken'),
            value: <Count value={taken} />,
            hint: t('sinceStart'),
          },
          {
            key: 'refused',
            label: t('brokerRefused'),
            value: <Count value={refused} />,
            hint: refused > 0 ? t('brokerRefusedHint') : t('sinceStart'),
          },
        ]}
      />
    </Section>
  )
}

import { useTranslation } from 'react-i18next'
import type { BrokerProblem, HealthAnswer } from '#contract/health.ts'
import { NetworkFault } from '#ui/feedback/NetworkFault.tsx'
import { Count, When } from '#ui/page/marks.tsx'
import { Section } from '#ui/page/Page.tsx'
import { Facts } from './HealthFacts.tsx'
import styles from './health.module.css'

const problemWords = {
  takenOver: 'brokerProblem.takenOver',
  testRefused: 'brokerProblem.testRefused',
  deliveriesLost: 'brokerProblem.deliveriesLost',
  notServed: 'brokerProblem.notServed',
} as const satisfies Record<BrokerProblem, string>

export function BrokerFacts({
  broker: {
    url,
    connected,
    connections,
    since,
    trouble,
    shares,
    problems,
    loopback,
    taken,
    refused,
    lastMessageAt,
  },
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
                {shares === false && <div>{t('brokerSingle')}</div>}
              </>
            ),
            trouble: trouble !== null && (
              <>
                {t('brokerWaits')} <NetworkFault said={trouble} />
              </>
            ),
          },
          {
            key: 'since',
            label: t('brokerSince'),
            value: <When at={since} as="dateTime" none="—" />,
          },
          {
            key: 'tests',
            label: t('brokerTests'),
            value:
              loopback === null || loopback.sent === 0
                ? t('noneYet')
                : t('brokerTestsBack', { returned: loopback.returned, sent: loopback.sent }),
            hint: loopback === null ? undefined : <When at={loopback.at} />,
            trouble: problems.length > 0 && (
              <>
                {problems.map((problem) => (
                  <div key={problem}>{t(problemWords[problem])}</div>
                ))}
              </>
            ),
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

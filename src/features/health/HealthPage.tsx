import { useTranslation } from 'react-i18next'
import { readinessChecks, type HealthAnswer } from '#contract/health.ts'
import { isApiFailure } from '#api/http.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { ColourTag, Count, When } from '#ui/page/marks.tsx'
import { Page, Section } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState, NoRight } from '#ui/feedback/states.tsx'
import { useGetHealthQuery } from './calls.ts'
import { BrokerFacts } from './BrokerFacts.tsx'
import { Channels } from './Channels.tsx'
import { Facts } from './HealthFacts.tsx'
import { JobList } from './JobList.tsx'
import styles from './health.module.css'

const LOOKS_AGAIN = { pollingInterval: 15_000, skipPollingIfUnfocused: true } as const

export function HealthPage() {
  return useMay('viewer|security') ? <Health /> : <NoRight />
}

function Health() {
  const { t } = useTranslation(['health', 'titles'])
  const { data, error, refetch } = useGetHealthQuery(undefined, LOOKS_AGAIN)
  return (
    <Page
      title={t('titles:installationHealth')}
      kind="wide"
      back={{ to: pathTo('management'), label: t('titles:management') }}
    >
      {isApiFailure(error) ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState />
      ) : (
        <div className={styles.healthPage}>
          <Verdict health={data} />
          <Ground health={data} />
          <Channels sends={data.sends} push={data.push} />
          <Waiting health={data} />
          {data.broker !== null && <BrokerFacts broker={data.broker} />}
          <JobList jobs={data.jobs} />
        </div>
      )}
    </Page>
  )
}

/** True if a person must act; shown in yellow. */
function needsLook({ checks, queue, jobs, broker, sends, push }: HealthAnswer): boolean {
  return (
    readinessChecks.some((check) => checks[check] === false) ||
    queue.failed > 0 ||
    !sends.email ||
    (push !== null && push.failing > 0) ||
    (broker !== null && (broker.trouble !== null || broker.problems.length > 0)) ||
    jobs.some(({ failuresInARow }) => failuresInARow > 0)
  )
}

function Verdict({ health }: { health: HealthAnswer }) {
  const { t } = useTranslation('health')
  const isAsking = needsLook(health)
  return (
    <div className={styles.verdict} role="status">
      <ColourTag colour={isAsking ? 'orange' : 'green'}>
        {isAsking ? t('attention') : t('allWell')}
      </ColourTag>
      <span className="quiet">{t('hint')}</span>
    </div>
  )
}

function Ground({ health }: { health: HealthAnswer }) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const { checks, database, disk, snapshots, version, commit, startedAt, zones } = health
  const time =
    database.milliseconds === null
      ? null
      : format.number(database.milliseconds, { style: 'unit', unit: 'millisecond' })
  return (
    <Section title={t('stands')}>
      <Facts
        facts={[
          {
            key: 'database',
            label: t('database'),
            value: database.kind === 'embedded' ? t('embedded') : t('postgres'),
            hint: time === null ? undefined : t('answersIn', { time }),
            trouble: !checks.database && t('databaseAway'),
          },
          {
            key: 'migrations',
            label: t('migrations'),
            value: checks.migrations ? t('upToDate') : '—',
            trouble: checks.database && !checks.migrations && t('notUpToDate'),
          },
          {
            key: 'disk',
            label: t('disk'),
            value:
              disk === null
                ? t('unknown')
                : t('diskFree', {
                    free: format.bytes(disk.freeBytes),
                    total: format.bytes(disk.totalBytes),
                  }),
            trouble: !checks.disk && t('diskFull'),
          },
          {
            key: 'snapshot',
            label: t('snapshot'),
            value: snapshots.kept ? <When at={snapshots.lastAt} none={t('noneYet')} /> : '—',
            hint: snapshots.kept ? undefined : t('snapshotElsewhere'),
          },
          {
            key: 'version',
            label: t('version'),
            value: <bdi dir="ltr">{commit === null ? version : `${version} (${commit})`}</bdi>,
          },
          {
            key: 'zones',
            label: t('zones'),
            value: t('zoneRelease', { release: zones.release }),
            hint: zones.runtime === null ? undefined : t('zoneRuntime', { release: zones.runtime }),
          },
          {
            key: 'since',
            label: t('runningSince'),
            value: <When at={startedAt} as="dateTime" />,
          },
        ]}
      />
    </Section>
  )
}

function Waiting({ health: { checks, queue, deliveries, streams } }: { health: HealthAnswer }) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const since = (at: string | null) =>
    at === null ? undefined : t('oldest', { when: format.relative(at) })
  return (
    <Section title={t('waits')}>
      <Facts
        facts={[
          {
            key: 'events',
            label: t('events'),
            value: <Count value={queue.waiting} />,
            hint: since(queue.oldestAt),
            trouble: checks.database && !checks.queue && t('late'),
          },
          {
            key: 'givenUp',
            label: t('givenUp'),
            value: <Count value={queue.failed} />,
            trouble: queue.failed > 0 && t('givenUpHint'),
          },
          {
            key: 'deliveries',
            label: t('deliveries'),
            value: <Count value={deliveries.waiting} />,
            hint: since(deliveries.oldestAt),
          },
          { key: 'pages', label: t('pages'), value: <Count value={streams} /> },
        ]}
      />
    </Section>
  )
}

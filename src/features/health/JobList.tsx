import { useTranslation } from 'react-i18next'
import type { HealthAnswer, JobName } from '#contract/health.ts'
import { useFormat } from '#lib/format.tsx'
import { Count, When } from '#ui/page/marks.tsx'
import { Section } from '#ui/page/Page.tsx'
import { ScrollRegion } from '#ui/page/ScrollRegion.tsx'
import styles from './health.module.css'

/** Labels of jobs, by their English name on the server. */
const words = {
  events: 'jobName.events',
  'events of automations': 'jobName.rules',
  duties: 'jobName.duties',
  meters: 'jobName.meters',
  'steps of duties': 'jobName.dutySteps',
  'long work': 'jobName.longWork',
  schedules: 'jobName.schedules',
  'downtime of equipment': 'jobName.downtime',
  'exports of lists': 'jobName.exports',
  'messages to people': 'jobName.messages',
  'calls to hooks': 'jobName.hooks',
  'checks of proved domains': 'jobName.domains',
  'questions to the assistant': 'jobName.assistant',
  positions: 'jobName.positions',
  'push messages': 'jobName.push',
  'removal by the rules of retention': 'jobName.retentionRules',
  'watch over the sensors': 'jobName.sensors',
  'news of readings': 'jobName.readings',
  'sums of cards': 'jobName.sums',
  'ends of live streams': 'jobName.streams',
  'removal of what has had its day': 'jobName.cleanUp',
  'removal of records whose time has come': 'jobName.retention',
  'removal of old runs of automations': 'jobName.runs',
  'report on the jobs': 'jobName.report',
  'simulator of the demo': 'jobName.simulator',
  'readings of the demo': 'jobName.demoReadings',
  'connections to the broker': 'jobName.broker',
  'calls of API keys': 'jobName.keyCalls',
  'copies of readings to the time-series store': 'jobName.copies',
  'removal of readings that the time-series store has': 'jobName.copied',
  'radio maps': 'jobName.radioMaps',
  'test messages through the broker': 'jobName.loopback',
  'followed calendars': 'jobName.calendars',
  'indexes of names': 'jobName.nameIndexes',
  'tidying of tables': 'jobName.tables',
  visits: 'jobName.visits',
  'watch over the zones': 'jobName.zones',
} as const satisfies Record<JobName, string>

const isNamed = (name: string): name is keyof typeof words => Object.hasOwn(words, name)

export function JobList({ jobs }: { jobs: HealthAnswer['jobs'] }) {
  const { t } = useTranslation('health')
  const every = useEvery()
  return (
    <Section title={t('jobs')}>
      <ScrollRegion label={t('jobs')}>
        <table className={styles.jobs}>
          <thead>
            <tr>
              <th scope="col">{t('job')}</th>
              <th scope="col">{t('every')}</th>
              <th scope="col">{t('lastRun')}</th>
              <th scope="col">{t('failures')}</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ name, everySeconds, lastRunAt, failures, failuresInARow }) => (
              <tr key={name} data-trouble={failuresInARow > 0}>
                <th scope="row">
                  {isNamed(name) ? t(words[name]) : <bdi dir="ltr">{name}</bdi>}
                  {failuresInARow > 0 && <div className={styles.trouble}>{t('failsNow')}</div>}
                </th>
                <td>{every(everySeconds)}</td>
                <td>
                  <When at={lastRunAt} none={t('noneYet')} />
                </td>
                <td>
                  <Count value={failures} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Section>
  )
}

function useEvery(): (seconds: number) => string {
  const format = useFormat()
  return (seconds) => {
    const [value, unit] =
      seconds < 60
        ? [seconds, 'second']
        : seconds < 3_600
          ? [seconds / 60, 'minute']
          : [seconds / 3_600, 'hour']
    return format.number(value, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    })
  }
}

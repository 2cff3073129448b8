import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { MEASUREMENTS_OF_DEVICE } from '#contract/sensors.ts'
import { pathTo } from '#lib/paths.ts'
import { measurementCalls } from './calls.ts'
import { LastValue } from './LastValue.tsx'
import styles from './devices.module.css'

export function DeviceMeasurements({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('gateways')
  const { data } = measurementCalls.useListDeviceMeasurementsQuery({
    body: { deviceId, limit: MEASUREMENTS_OF_DEVICE },
  })
  const make = (measurement?: string) =>
    pathTo('sensors', undefined, {
      mode: 'new',
      device: deviceId,
      ...(measurement === undefined ? {} : { measurement }),
    })
  const free = data?.rows.filter(({ isRead }) => !isRead) ?? []
  if (free.length === 0)
    return (
      <p>
        <Link to={make()}>{t('makeSensor')}</Link>
      </p>
    )
  return (
    <section className={styles.understood}>
      <h3>{t('lastSent')}</h3>
      <ul className={styles.sent}>
        {free.map((one) => (
          <li key={one.id}>
            <span>
              <span>
                <LastValue of={one} />
              </span>
              {one.metric !== 'other' && (
                <bdi dir="ltr" className="quiet">
                  {one.label}
                </bdi>
              )}
            </span>
            <Link to={make(one.key)}>{t('makeSensor')}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

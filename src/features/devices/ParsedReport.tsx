import { useTranslation } from 'react-i18next'
import type { Quarantined } from '#contract/devices/unreadReports.ts'
import { useFormat } from '#lib/format.tsx'
import { Facts } from '#ui/panel/DetailPanel.tsx'
import { Count } from '#ui/page/marks.tsx'
import styles from './devices.module.css'

export function ParsedReport({ report: { understood, format } }: { report: Quarantined }) {
  const { t } = useTranslation(['gateways', 'management'])
  return (
    <section className={styles.understood}>
      <h3>{t('understood')}</h3>
      {understood === null ? (
        <p className="quiet">{t('nothingUnderstood')}</p>
      ) : (
        <>
          <Facts rows={factsOf(understood)} />
          {understood.looksLike !== null && understood.looksLike !== format && (
            <p>{t('sendAsFormat', { format: understood.looksLike })}</p>
          )}
          {understood.isCut && <p className="quiet">{t('onlyBeginning')}</p>}
        </>
      )}
    </section>
  )

  function factsOf({ looksLike, heard, readings, addresses, says }: Preview) {
    return [
      ...(looksLike === null
        ? []
        : [{ label: t('looksLike'), value: t(`management:choice_${looksLike}`) }]),
      ...(heard === 0 ? [] : [{ label: t('radiosHeard'), value: <Count value={heard} /> }]),
      ...(readings.length === 0
        ? []
        : [
            {
              label: t('measured'),
              value: readings.map((reading, index) => <Measured key={index} reading={reading} />),
            },
          ]),
      ...(addresses.length === 0 ? [] : [{ label: t('addressesIn'), value: lines(addresses) }]),
      ...(says.length === 0 ? [] : [{ label: t('saysItIs'), value: lines(says) }]),
    ]
  }
}

type Preview = NonNullable<Quarantined['understood']>

function Measured({
  reading: { device, metric, value },
}: {
  reading: Preview['readings'][number]
}) {
  const { t } = useTranslation('management')
  const format = useFormat()
  return (
    <div className={styles.line}>
      <bdi dir="ltr">{device}</bdi>
      {metric !== null && ` · ${t(`choice_${metric}`)}`} <strong>{format.number(value)}</strong>
    </div>
  )
}

const lines = (texts: readonly string[]) =>
  texts.map((text, index) => (
    <div key={index} className={styles.line}>
      <bdi dir="ltr">{text}</bdi>
    </div>
  ))

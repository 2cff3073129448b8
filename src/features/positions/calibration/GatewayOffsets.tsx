import { WarningFilled } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Calibration } from '#contract/rtls/siteSurvey.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { useMeasures } from '../map/useMapLabels.ts'
import styles from './calibration.module.css'

type Gateway = Calibration['gateways'][number]
const isOdd = ({ moved, drift }: Gateway): boolean => moved !== null || drift !== null

export function GatewayOffsets({
  calibration,
  floorId,
  chosenId,
  onShow,
}: {
  calibration: Calibration
  floorId: number
  chosenId: number | null
  onShow(gatewayId: number, floorId: number): void
}) {
  const { t } = useTranslation('radioCalibration')
  const { gateways, count } = calibration
  const odd = gateways.filter(isOdd)
  const here = gateways.filter((one) => one.floorId === floorId && !isOdd(one))
  return (
    <>
      {odd.length > 0 && (
        <section aria-label={t('odd')}>
          <h3>{t('odd')}</h3>
          <Rows rows={odd} chosenId={chosenId} onShow={onShow} />
        </section>
      )}
      <section aria-label={t('gateways')}>
        <h3>{t('gateways')}</h3>
        {here.length === 0 ? (
          <p className="quiet">{t('noneHere')}</p>
        ) : (
          <Rows rows={here} chosenId={chosenId} onShow={onShow} />
        )}
        {count > gateways.length && (
          <p className="quiet">{t('moreGateways', { count: count - gateways.length })}</p>
        )}
      </section>
    </>
  )
}

function Rows({
  rows,
  chosenId,
  onShow,
}: {
  rows: readonly Gateway[]
  chosenId: number | null
  onShow(gatewayId: number, floorId: number): void
}) {
  const { t } = useTranslation('radioCalibration')
  const format = useFormat()
  const dB = (value: number) =>
    t('decibel', {
      value: format.number(value, { signDisplay: 'exceptZero', maximumFractionDigits: 1 }),
    })
  return (
    <ul className={styles.gateways}>
      {rows.map((one) => (
        <li key={one.id} data-chosen={one.id === chosenId || undefined}>
          <button type="button" onClick={() => onShow(one.id, one.floorId)}>
            <bdi>{one.equipment.name}</bdi>
            <span className="quiet">
              {one.isCovered
                ? t('heardIn', { count: one.cells })
                : t('tooLittle', { count: one.cells })}
            </span>
          </button>
          <span className={`${styles.offsets} numbers`}>
            <span>
              <span className="visually-hidden">{t('inUse')}: </span>
              {dB(one.inUse)}
            </span>
            <span aria-hidden="true" className="turns">
              →
            </span>
            <strong>
              <span className="visually-hidden">{t('learned')}: </span>
              {dB(one.learned)}
            </strong>
          </span>
          <Oddness gateway={one} />
        </li>
      ))}
    </ul>
  )
}

function Oddness({ gateway: { moved, drift, equipment, floorId } }: { gateway: Gateway }) {
  const { t } = useTranslation('radioCalibration')
  const format = useFormat()
  const { metres } = useMeasures()
  if (moved === null && drift === null) return null
  return (
    <p className={styles.odd}>
      <WarningFilled aria-hidden />{' '}
      {moved !== null
        ? t('moved', { metres: metres(moved.metres) })
        : t('drifted', {
            value: t('decibel', {
              value: format.number(drift ?? 0, {
                signDisplay: 'exceptZero',
                maximumFractionDigits: 1,
              }),
            }),
          })}{' '}
      <Link to={pathTo('mapping', undefined, { id: equipment.id, floor: floorId, placing: '1' })}>
        {t('placeIt')}
      </Link>
    </p>
  )
}

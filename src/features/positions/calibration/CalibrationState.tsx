import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Calibration } from '#contract/rtls/siteSurvey.ts'
import { useFormat } from '#lib/format.tsx'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { surveyCalls } from '../calls.ts'
import styles from './calibration.module.css'

export function CalibrationState({ calibration }: { calibration: Calibration }) {
  const { t } = useTranslation('radioCalibration')
  const format = useFormat()
  const [takeOver, taking] = surveyCalls.useTakeOverCalibrationMutation()
  const [undo, undoing] = surveyCalls.useUndoCalibrationMutation()
  const { taken, set, learned, floors, earlier } = calibration
  const hasCovered = floors.some(({ isCovered }) => isCovered)
  const inUse = taken ?? learned
  const dB = (value: number) =>
    t('decibel', {
      value: format.number(value, { signDisplay: 'exceptZero', maximumFractionDigits: 1 }),
    })
  const rows = [
    { key: 'power' as const, of: dB },
    {
      key: 'exponent' as const,
      of: (value: number) => format.number(value, { maximumFractionDigits: 2 }),
    },
    {
      key: 'spread' as const,
      of: (value: number) =>
        t('decibel', { value: format.number(value, { maximumFractionDigits: 1 }) }),
    },
  ]
  return (
    <>
      <div className={styles.state}>
        <ColourTag soft colour={taken === null ? 'blue' : 'green'}>
          {t(taken === null ? 'follows' : 'isTaken')}
        </ColourTag>
        <p>
          {taken === null ? (
            t('followsHint')
          ) : (
            <>
              {t('takenHint', { count: taken.gateways })} <bdi>{taken.byName}</bdi>,{' '}
              <When at={taken.at} />
            </>
          )}
        </p>
        <div className={styles.acts}>
          <Button
            type="primary"
            disabled={!hasCovered}
            loading={taking.isLoading}
            onClick={() => void takeOver()}
          >
            {t('takeOver')}
          </Button>
          {taken !== null && (
            <Button
              loading={undoing.isLoading}
              onClick={() => void undo({ params: { id: taken.id } })}
            >
              {t('undo')}
            </Button>
          )}
        </div>
        {taken !== null && (
          <p className="quiet">{t(earlier > 0 ? 'undoEarlier' : 'undoToTraffic')}</p>
        )}
        {!hasCovered && (
          <p className="quiet">{t(taken === null ? 'notCovered' : 'notCoveredAnew')}</p>
        )}
      </div>
      <section aria-label={t('values')}>
        <table className={`table ${styles.values}`}>
          <thead>
            <tr>
              <th scope="col">{t('values')}</th>
              <th scope="col">{t('asSet')}</th>
              <th scope="col">{t('inUse')}</th>
              <th scope="col">{t('learned')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, of }) => (
              <tr key={key}>
                <th scope="row">{t(key)}</th>
                <td className="numbers">{of(set[key])}</td>
                <td className="numbers">
                  <strong>{of(inUse[key])}</strong>
                </td>
                <td className="numbers">{of(learned[key])}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="quiet">
          {learned.since === null ? (
            t('nothingHeard')
          ) : (
            <>
              {t('learnedFrom', { count: learned.cells })} · {t('since')}{' '}
              <When at={learned.since} />
            </>
          )}
        </p>
      </section>
      <section aria-label={t('floors')}>
        <h3>{t('floors')}</h3>
        <ul className={styles.floors}>
          {floors.map(({ id, name, buildingName, coverage, isCovered }) => (
            <li key={id}>
              <span>
                <bdi>{name}</bdi>, <bdi className="quiet">{buildingName}</bdi>
              </span>
              <Progress
                size="small"
                percent={Math.round(coverage * 100)}
                status={isCovered ? 'success' : 'normal'}
                showInfo={false}
                aria-label={name}
              />
              <span className="numbers">
                {format.number(coverage, { style: 'percent', maximumFractionDigits: 0 })}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

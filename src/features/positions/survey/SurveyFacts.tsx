import { AimOutlined, DeleteOutlined } from '@ant-design/icons'
import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import type { Survey, SurveyFacts as Figures, SurveyPoint } from '#contract/rtls/siteSurvey.ts'
import { isInside } from '#contract/venue/polygon.ts'
import { useFormat } from '#lib/format.tsx'
import { When } from '#ui/page/marks.tsx'
import { surveyCalls } from '../calls.ts'
import { useMeasures, useRoomName } from '../map/useMapLabels.ts'
import type { Spot } from '../venue/RoomSpot.tsx'
import styles from './survey.module.css'

const FEWEST = 3
const STEP = 8

export function SurveyFacts({
  survey,
  floor,
  mayEdit,
  onSpot,
}: {
  survey: Survey
  floor: Floor
  mayEdit: boolean
  onSpot(spot: Spot): void
}) {
  const { t } = useTranslation('siteSurvey')
  const format = useFormat()
  const roomAt = useRoomAt(floor)
  const share = (value: number) =>
    format.number(value, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <>
      {survey.gateways === 0 && <Alert type="warning" showIcon title={t('noGateways')} />}
      <section className={styles.coverage} aria-label={t('coverage')}>
        <h2>
          {t('coverageOf', { share: share(survey.coverage) })}
          <span className="quiet"> · {t('points', { count: survey.count })}</span>
        </h2>
        <Progress
          percent={Math.round(100 * survey.coverage)}
          showInfo={false}
          aria-label={t('coverage')}
        />
      </section>
      {survey.again.map(({ reason, count, gateways }) => (
        <Alert
          key={reason}
          type="warning"
          showIcon
          title={t(`again_${reason}`, { count })}
          description={gateways.length === 0 ? undefined : <bdi>{gateways.join(', ')}</bdi>}
        />
      ))}
      {survey.figures === null ? (
        <p className="quiet">{t('noFigures', { count: FEWEST })}</p>
      ) : (
        <Proved figures={survey.figures} />
      )}
      {survey.isComputing && <p className="quiet">{t('computing')}</p>}
      {mayEdit && survey.next.length > 0 && (
        <section aria-label={t('next')}>
          <h3>{t('next')}</h3>
          <ul className={styles.next}>
            {survey.next.map(({ gain, ...spot }) => (
              <li key={`${spot.longitude} ${spot.latitude}`}>
                <button type="button" onClick={() => onSpot(spot)}>
                  <AimOutlined aria-hidden />
                  <bdi>{roomAt(spot)}</bdi>
                  <span className="quiet numbers">
                    {t('gain', { area: format.number(Math.round(gain)) })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {mayEdit && survey.next.length === 0 && survey.count > 0 && (
        <p role="status">{t('goodEnough')}</p>
      )}
      <Points survey={survey} roomAt={roomAt} mayEdit={mayEdit} />
    </>
  )
}

function useRoomAt(floor: Floor): (spot: Spot) => string {
  const { t } = useTranslation('siteSurvey')
  const nameOf = useRoomName()
  return (spot) => {
    const room = floor.rooms.findLast(({ outline }) => isInside(outline, spot))
    return (room === undefined ? '' : nameOf(room)) || t('noRoom')
  }
}

/** Cross-validation: each point located from the others, with the survey and without. */
function Proved({ figures }: { figures: Figures }) {
  const { t } = useTranslation('siteSurvey')
  const format = useFormat()
  const { metres } = useMeasures()
  const held = format.number(figures.inCorrectedCircle / 100, {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  const isBetter =
    figures.with.median < figures.without.median && figures.with.ninth <= figures.without.ninth
  return (
    <section className={styles.proved} aria-label={t('proved')}>
      <h3>{t('proved')}</h3>
      <dl>
        {(['without', 'with'] as const).map((one) => (
          <div key={one} data-good={(one === 'with' && isBetter) || undefined}>
            <dt>{t(one)}</dt>
            <dd>
              <strong>{metres(figures[one].median)}</strong>
              <span>{t('halfWithin')}</span>
              <strong>{metres(figures[one].ninth)}</strong>
              <span>{t('nineWithin')}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="quiet">{t('provedHint', { count: figures.points })}</p>
      <p className="quiet">
        {t(figures.isMeasured ? 'circleMeasured' : 'circleRough', { share: held })}
      </p>
    </section>
  )
}

function Points({
  survey,
  roomAt,
  mayEdit,
}: {
  survey: Survey
  roomAt(spot: Spot): string
  mayEdit: boolean
}) {
  const { t } = useTranslation(['siteSurvey', 'common'])
  const [shown, setShown] = useState(STEP)
  const [remove, removing] = surveyCalls.useRemoveSurveyPointMutation()
  const [restore] = surveyCalls.useRestoreSurveyPointMutation()
  const [removed, setRemoved] = useState<number | null>(null)
  if (survey.points.length === 0 && removed === null) return null

  async function handleRemove(id: number): Promise<void> {
    const { error } = await remove({ params: { id } })
    if (error === undefined) setRemoved(id)
  }
  return (
    <section aria-label={t('pointsTitle')}>
      <h3>{t('pointsTitle')}</h3>
      {removed !== null && (
        <p className={styles.removed} role="status">
          {t('takenBack')}
          <Button
            type="link"
            onClick={() => {
              void restore({ params: { id: removed } })
              setRemoved(null)
            }}
          >
            {t('common:undo')}
          </Button>
        </p>
      )}
      <ol className={styles.points}>
        {survey.points.slice(0, shown).map((point) => (
          <li key={point.id}>
            <span>
              <bdi>{roomAt(point)}</bdi>
              <span className="quiet">
                <When at={point.at} /> · <bdi>{point.byName}</bdi>
              </span>
              <PointNote point={point} />
            </span>
            {mayEdit && (
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`${t('takeBack')}: ${roomAt(point)}`}
                loading={removing.isLoading && removing.originalArgs?.params.id === point.id}
                onClick={() => void handleRemove(point.id)}
              />
            )}
          </li>
        ))}
      </ol>
      {survey.points.length > shown && (
        <Button type="link" onClick={() => setShown(shown * 4)}>
          {t('morePoints', { count: survey.count - shown })}
        </Button>
      )}
    </section>
  )
}

function PointNote({ point }: { point: SurveyPoint }) {
  const { t } = useTranslation('siteSurvey')
  const { metres } = useMeasures()
  return (
    <span className={point.gateways === 0 ? styles.useless : 'quiet'}>
      {point.gateways === 0 ? t('useless') : t('heardBy', { count: point.gateways })}
      {point.kind === 'confirmed' && <> · {t('confirmed')}</>}
      {point.offBy !== null && <> · {t('wasOff', { metres: metres(point.offBy) })}</>}
    </span>
  )
}

export function SurveyLegend() {
  const { t } = useTranslation('siteSurvey')
  return (
    <ul className={styles.legend} aria-label={t('legend')}>
      {(['covered', 'point', 'next'] as const).map((mark) => (
        <li key={mark}>
          <span data-mark={mark} aria-hidden="true" />
          {t(`legend_${mark}`)}
        </li>
      ))}
    </ul>
  )
}

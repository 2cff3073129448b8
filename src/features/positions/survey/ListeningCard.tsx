import { CheckCircleFilled, WarningFilled } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isDoubted, LISTENS, type SurveyListening } from '#contract/rtls/siteSurvey.ts'
import { useFormat } from '#lib/format.tsx'
import { surveyCalls } from '../calls.ts'
import { useMeasures } from '../map/useMapLabels.ts'
import styles from './survey.module.css'

export function ListeningCard({
  listening,
  isAway = false,
  onEnd,
}: {
  listening: SurveyListening
  isAway?: boolean
  onEnd(keep: boolean): void
}) {
  const { t } = useTranslation(['siteSurvey', 'common'])
  const format = useFormat()
  const card = useRef<HTMLDivElement>(null)
  // Scrolls the card into view, because it lies above the start button, out of sight on a phone.
  useEffect(() => {
    // Braces, because new browsers return a promise, which is not a valid cleanup.
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [listening.state])
  const { state, seconds, readings, gateways, equipment, kind } = listening
  if (state === 'kept' && isDoubted(listening))
    return <DoubtedPoint listening={listening} onEnd={() => onEnd(false)} />
  if (state !== 'listening') {
    const isKept = state === 'kept'
    return (
      <div ref={card} className={styles.ended} data-kept={isKept || undefined} role="status">
        {isKept ? <CheckCircleFilled aria-hidden /> : <WarningFilled aria-hidden />}
        <div>
          <strong>
            {t(isKept ? 'kept' : state === 'takenOver' ? 'takenOver' : 'nothingHeard')}
          </strong>
          <p>
            {isKept
              ? t('keptBy', { count: gateways })
              : t(state === 'takenOver' ? 'takenOverHint' : 'nothingHeardHint')}
          </p>
        </div>
        <Button onClick={() => onEnd(false)}>{t(isKept ? 'goOn' : 'understood')}</Button>
      </div>
    )
  }
  const left = Math.max(0, Math.ceil(LISTENS.whole - seconds))
  return (
    <div ref={card} className={styles.listening}>
      <div className={styles.clock}>
        <Progress
          type="circle"
          size={112}
          percent={(100 * seconds) / LISTENS.whole}
          strokeWidth={7}
          showInfo={false}
        />
        <span className={styles.left}>
          <strong className="numbers">{format.number(left)}</strong>
          <span>{t('secondsLeft', { count: left })}</span>
        </span>
      </div>
      <div className={styles.heard}>
        <h2>{t(kind === 'confirmed' ? 'leaveIt' : 'stay')}</h2>
        <p>
          <bdi>{equipment.name}</bdi>
        </p>
        {isAway && (
          <p role="alert" className={styles.useless}>
            {t('awayListening')}
          </p>
        )}
        <p role="status" className={gateways === 0 ? 'quiet' : styles.heardBy}>
          {gateways === 0
            ? t('notYet')
            : `${t('heardBy', { count: gateways })} · ${t('heardTimes', { count: readings })}`}
        </p>
        <div className={styles.acts}>
          <Button disabled={seconds < LISTENS.least || readings === 0} onClick={() => onEnd(true)}>
            {t('enough')}
          </Button>
          <Button onClick={() => onEnd(false)}>{t('stop')}</Button>
        </div>
      </div>
    </div>
  )
}

/** Asks the user if the map's position is far from the spot, because one of them is wrong. */
function DoubtedPoint({ listening, onEnd }: { listening: SurveyListening; onEnd(): void }) {
  const { t } = useTranslation('siteSurvey')
  const { metres } = useMeasures()
  const [remove, { isLoading }] = surveyCalls.useRemoveSurveyPointMutation()
  async function handleTakeBack(): Promise<void> {
    if (listening.pointId === null) return onEnd()
    const { error } = await remove({ params: { id: listening.pointId } })
    if (error === undefined) onEnd()
  }
  return (
    <div className={styles.ended} role="alert">
      <WarningFilled aria-hidden />
      <div>
        <strong>{t('doubted', { metres: metres(listening.offBy ?? 0) })}</strong>
        <p>{t('doubtedHint')}</p>
      </div>
      <Button loading={isLoading} onClick={() => void handleTakeBack()}>
        {t('takeBack')}
      </Button>
      <Button onClick={onEnd}>{t('isRight')}</Button>
    </div>
  )
}

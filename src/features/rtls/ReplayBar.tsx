import { CaretRightOutlined, CloseOutlined, PauseOutlined } from '@ant-design/icons'
import { Button, Segmented, Slider } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.tsx'
import type { Floor } from '#contract/rtlsShapes'
import { isInside } from '#contract/venue/polygon'
import type { ReplaySpan } from './replay.ts'
import { useRoomName } from './useMapLabels.ts'
import type { Replay } from './useReplay.ts'
import styles from './rtls.module.css'

const spans: readonly ReplaySpan[] = ['hour', 'shift', 'day', 'yesterday']

/**
 * Under the map while one looks back: the span, the moment, whether it runs, and in words where the
 * thing was: it needs no picture.
 */
export function ReplayBar({
  replay,
  floor,
  kind,
  onKind,
  onClose,
}: {
  replay: Replay
  floor: Floor | undefined
  kind: ReplaySpan
  onKind(kind: ReplaySpan): void
  onClose(): void
}) {
  const { t } = useTranslation(['map', 'common'])
  const format = useFormat()
  const { span, at, isPlaying, isEmpty, isCut } = replay
  return (
    <section className={styles.replay} aria-label={t('replay')}>
      <div className={styles.replayHead}>
        <Button
          type="primary"
          shape="circle"
          icon={
            isPlaying ? (
              <PauseOutlined aria-hidden />
            ) : (
              <CaretRightOutlined className="turns" aria-hidden />
            )
          }
          aria-label={isPlaying ? t('pause') : t('play')}
          disabled={isEmpty}
          onClick={replay.togglePlay}
        />
        <Segmented<ReplaySpan>
          aria-label={t('span')}
          size="small"
          value={kind}
          onChange={onKind}
          options={spans.map((value) => ({ value, label: t(`span_${value}`) }))}
        />
        <strong className={`numbers ${styles.replayAt}`} data-testid="replay-at" aria-live="off">
          <time dateTime={new Date(at).toISOString()}>{format.dateTime(at)}</time>
        </strong>
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('toLive')}
          onClick={onClose}
        />
      </div>
      {isEmpty ? (
        <p className="quiet">{t('replayEmpty')}</p>
      ) : (
        <Slider
          ariaLabelForHandle={t('moment')}
          min={span.from}
          max={span.to}
          step={Math.max(1_000, Math.round((span.to - span.from) / 720))}
          value={at}
          onChange={replay.setAt}
          tooltip={{ formatter: (value) => (value === undefined ? null : format.time(value)) }}
          ariaValueTextFormatterForHandle={(value) => format.dateTime(value)}
        />
      )}
      {!isEmpty && !replay.isLoading && replay.failure === null && (
        <p className={styles.replayWhere} data-testid="replay-where" aria-live="polite">
          <Where replay={replay} floor={floor} />
        </p>
      )}
      {isCut && <p className="quiet">{t('replayCut')}</p>}
    </section>
  )
}

function Where({
  replay: { isOfOne, there, past },
  floor,
}: {
  replay: Replay
  floor: Floor | undefined
}) {
  const { t } = useTranslation('map')
  const nameOf = useRoomName()
  if (!isOfOne)
    return t('onFloorCount', { count: past.feed.read().count, floor: floor?.name ?? '' })
  if (there === null) return t('notHeardThen')
  if (floor?.id !== there.floorId) return null
  const room = floor.rooms.find(({ outline }) => isInside(outline, there))
  return (
    <>
      <bdi>{room === undefined ? t('onTheWay') : nameOf(room) || t('room')}</bdi>,{' '}
      <bdi>{floor.name}</bdi>
    </>
  )
}

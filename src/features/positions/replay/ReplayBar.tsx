import {
  CaretRightOutlined,
  CloseOutlined,
  PauseOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
} from '@ant-design/icons'
import { Button, Select, Slider } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { isInside } from '#contract/venue/polygon.ts'
import { ExportTrace } from './ExportTrace.tsx'
import { lastHappeningBefore } from './replay.ts'
import type { AskedSpan } from './span.ts'
import { SpanField } from './SpanField.tsx'
import { useRoomName } from '../map/useMapLabels.ts'
import { speeds, type Replay } from './useReplay.ts'
import styles from '../rtls.module.css'

const kinds = ['hour', 'shift', 'day', 'yesterday'] as const

export function ReplayBar({
  replay,
  floor,
  asked,
  onSpan,
  onClose,
}: {
  replay: Replay
  floor: Floor | undefined
  asked: AskedSpan
  onSpan(asked: AskedSpan): void
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
        <Select
          aria-label={t('speed')}
          size="small"
          value={replay.speed}
          onChange={replay.setSpeed}
          popupMatchSelectWidth={false}
          options={speeds.map((value) => ({ value, label: `${format.number(value)}×` }))}
        />
        <SpanField
          kinds={kinds}
          asked={asked}
          span={span}
          timeZone={replay.timeZone}
          onSpan={onSpan}
        />
        <strong className={`numbers ${styles.replayAt}`} data-testid="replay-at" aria-live="off">
          <time dateTime={new Date(at).toISOString()}>{format.dateTime(at)}</time>
        </strong>
        {replay.asked !== null && <ExportTrace asked={replay.asked} />}
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
        <div className={styles.replayTime}>
          <Ticks replay={replay} />
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
        </div>
      )}
      {replay.happenings.length > 0 && <Happenings replay={replay} />}
      {!isEmpty && !replay.isLoading && replay.failure === null && (
        <p className={styles.replayWhere} data-testid="replay-where" aria-live="polite">
          <Where replay={replay} floor={floor} />
        </p>
      )}
      {isCut && <p className="quiet">{t('replayCut')}</p>}
    </section>
  )
}

/** More ticks cannot be distinguished. */
const MAX_TICKS = 300

function Ticks({ replay: { happenings, span } }: { replay: Replay }) {
  const length = Math.max(1, span.to - span.from)
  return (
    <div className={styles.ticks} aria-hidden="true">
      {happenings.slice(0, MAX_TICKS).map(({ at, colour }, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- two events may share a moment
          key={index}
          style={{
            insetInlineStart: `${((at - span.from) / length) * 100}%`,
            background: `var(--pr-${colour ?? 'turquoise'})`,
          }}
        />
      ))}
    </div>
  )
}

function Happenings({ replay: { happenings, at, setAt } }: { replay: Replay }) {
  const { t } = useTranslation('map')
  const format = useFormat()
  const { last, before, next } = lastHappeningBefore(happenings, at)
  return (
    <div className={styles.happenings}>
      <Button
        size="small"
        icon={<StepBackwardOutlined className="turns" aria-hidden />}
        aria-label={t('eventBefore')}
        disabled={before === null}
        onClick={() => before !== null && setAt(before.at)}
      />
      <Button
        size="small"
        icon={<StepForwardOutlined className="turns" aria-hidden />}
        aria-label={t('eventNext')}
        disabled={next === null}
        onClick={() => next !== null && setAt(next.at)}
      />
      <span className="quiet">{t('eventCount', { count: happenings.length })}</span>
      {last !== null && (
        <span data-testid="happening" aria-live="polite">
          <time dateTime={new Date(last.at).toISOString()} className="numbers">
            {format.time(last.at)}
          </time>{' '}
          {last.isTicket
            ? t('eventTicket', { name: last.name, title: last.text })
            : last.change === null
              ? (last.text ?? t('eventAlert', { name: last.name }))
              : t('eventStatus', {
                  name: last.name,
                  before: last.change.before?.name ?? t('noStatus'),
                  after: last.change.after?.name ?? t('noStatus'),
                })}
        </span>
      )}
    </div>
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

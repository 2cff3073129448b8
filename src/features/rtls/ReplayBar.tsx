import { CaretRightOutlined, CloseOutlined, PauseOutlined } from '@ant-design/icons'
import { Button, Segmented, Slider } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.tsx'
import type { ReplaySpan } from './replay.ts'
import type { Replay } from './useReplay.ts'

const spans: readonly ReplaySpan[] = ['hour', 'shift', 'day', 'yesterday']

/** Under the map while one looks back: the span, the moment, and whether it runs. */
export function ReplayBar({ replay, kind, onKind, onClose }: { replay: Replay; kind: ReplaySpan; onKind(kind: ReplaySpan): void; onClose(): void }) {
  const { t } = useTranslation(['map', 'common'])
  const format = useFormat()
  const { span, at, isPlaying, isEmpty, isCut } = replay
  return (
    <section className="replay" aria-label={t('replay')}>
      <div className="replay-head">
        <Button type="primary" shape="circle" icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined className="turns" />} aria-label={isPlaying ? t('pause') : t('play')} disabled={isEmpty} onClick={replay.togglePlay} />
        <Segmented<ReplaySpan> aria-label={t('span')} size="small" value={kind} onChange={onKind} options={spans.map((value) => ({ value, label: t(`span_${value}`) }))} />
        <strong className="numbers replay-at" aria-live="off"><time dateTime={new Date(at).toISOString()}>{format.dateTime(at)}</time></strong>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('toLive')} onClick={onClose} />
      </div>
      {isEmpty
        ? <p className="quiet">{t('replayEmpty')}</p>
        : <Slider aria-label={t('moment')} min={span.from} max={span.to} step={Math.max(1_000, Math.round((span.to - span.from) / 720))} value={at} onChange={replay.setAt} tooltip={{ formatter: (value) => (value === undefined ? null : format.time(value)) }} ariaValueTextFormatterForHandle={(value) => format.dateTime(value)} />}
      {isCut && <p className="quiet">{t('replayCut')}</p>}
    </section>
  )
}

import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CARD_COLUMNS } from '#contract/dashboards/dashboards.ts'
import { boundedWidth, MIN_COLUMNS, pulledWidth } from './pulledWidth.ts'
import styles from './editor.module.css'

interface Props {
  name: string
  width: number
  /** The width during the pull. Null if cancelled. */
  onPull(width: number | null): void
  onWidth(width: number): void
}

export function WidthHandle({ name, width, onPull, onWidth }: Props) {
  const { t } = useTranslation('dashboards')
  const pull = useRef<{ from: number; width: number; gridWidth: number } | null>(null)
  const isRtl = () => document.documentElement.dir === 'rtl'
  const at = (event: PointerEvent): number | null =>
    pull.current && pulledWidth({ ...pull.current, to: event.clientX, isRtl: isRtl() })

  function handleDown(event: PointerEvent<HTMLDivElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId)
    const grid = event.currentTarget.closest('[data-grid]')
    pull.current = { from: event.clientX, width, gridWidth: grid?.clientWidth ?? 0 }
  }
  function handleUp(event: PointerEvent): void {
    const next = at(event)
    const before = pull.current?.width
    pull.current = null
    onPull(null)
    if (next !== null && next !== before) onWidth(next)
  }
  function handleKey(event: KeyboardEvent): void {
    const forward = isRtl() ? 'ArrowLeft' : 'ArrowRight'
    const back = isRtl() ? 'ArrowRight' : 'ArrowLeft'
    const next =
      event.key === forward || event.key === 'ArrowUp'
        ? width + 1
        : event.key === back || event.key === 'ArrowDown'
          ? width - 1
          : event.key === 'Home'
            ? MIN_COLUMNS
            : event.key === 'End'
              ? CARD_COLUMNS
              : null
    if (next === null) return
    event.preventDefault()
    if (boundedWidth(next) !== width) onWidth(boundedWidth(next))
  }
  return (
    <div
      className={styles.widthHandle}
      role="slider"
      tabIndex={0}
      aria-label={`${t('width')}: ${name}`}
      aria-valuemin={MIN_COLUMNS}
      aria-valuemax={CARD_COLUMNS}
      aria-valuenow={width}
      title={t('widthHint')}
      onPointerDown={handleDown}
      onPointerMove={(event) => {
        const next = at(event)
        if (next !== null) onPull(next)
      }}
      onPointerUp={handleUp}
      onPointerCancel={() => {
        pull.current = null
        onPull(null)
      }}
      onKeyDown={handleKey}
    />
  )
}

import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '#lib/useMedia.ts'
import styles from '../rtls.module.css'

const sheetHeights = ['low', 'half', 'whole'] as const
export type SheetHeight = (typeof sheetHeights)[number]
/** Height as a share of the body. `low` shows only the handle and the search. */
const SHARE: Record<SheetHeight, number> = { low: 0, half: 0.46, whole: 0.94 }
const LOW = 92

export const sheetPixels = (height: SheetHeight, body: number): number =>
  Math.max(LOW, Math.round(body * SHARE[height]))

export const nearestSheetHeight = (pixels: number, body: number): SheetHeight =>
  sheetHeights.toSorted(
    (a, b) => Math.abs(sheetPixels(a, body) - pixels) - Math.abs(sheetPixels(b, body) - pixels),
  )[0] ?? 'half'

export function MapSheet({
  isSheet,
  height,
  onHeight,
  children,
}: {
  isSheet: boolean
  height: SheetHeight
  onHeight(height: SheetHeight): void
  children: ReactNode
}) {
  const { t } = useTranslation('map')
  const sheet = useRef<HTMLDivElement>(null)
  const drag = useRef<{ from: number; pixels: number; moved: boolean } | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const body = (): number => sheet.current?.parentElement?.clientHeight ?? 600

  const step = (by: number): void => {
    const next = sheetHeights[sheetHeights.indexOf(height) + by]
    if (next !== undefined) onHeight(next)
  }
  // One element at every width, so that a form survives turning a phone.
  return (
    <div
      ref={sheet}
      className={styles.mapSide}
      {...(isSheet && {
        'data-dragging': dragged !== null,
        style: { blockSize: dragged ?? (height === 'low' ? LOW : `${SHARE[height] * 100}%`) },
      })}
    >
      {isSheet && (
        <button
          type="button"
          className={styles.sheetHandle}
          aria-label={height === 'whole' ? t('sheetDown') : t('sheetUp')}
          aria-expanded={height !== 'low'}
          onClick={() => {
            if (drag.current?.moved !== true) step(height === 'whole' ? -1 : 1)
            drag.current = null
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowUp') step(1)
            else if (event.key === 'ArrowDown') step(-1)
            else return
            event.preventDefault()
          }}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            drag.current = {
              from: event.clientY,
              pixels: sheet.current?.offsetHeight ?? 0,
              moved: false,
            }
          }}
          onPointerMove={(event) => {
            const begun = drag.current
            if (begun === null || event.buttons === 0) return
            const by = begun.from - event.clientY
            if (Math.abs(by) < 4 && !begun.moved) return
            begun.moved = true
            setDragged(Math.min(body() * SHARE.whole, Math.max(LOW, begun.pixels + by)))
          }}
          onPointerUp={() => {
            if (dragged !== null) onHeight(nearestSheetHeight(dragged, body()))
            setDragged(null)
          }}
          onPointerCancel={() => setDragged(null)}
        >
          <span aria-hidden="true" />
        </button>
      )}
      {children}
    </div>
  )
}

/** Props for `MapSheet`, and the number of covered pixels. `isShown`: the body is on the screen. */
export function useMapSheet(
  body: RefObject<HTMLDivElement | null>,
  hasMap: boolean,
  isShown: boolean,
) {
  const isSheet = useIsPhone() && hasMap
  const [height, setHeight] = useState<SheetHeight>('half')
  const [bodyHeight, setBodyHeight] = useState(0)
  useEffect(() => {
    if (body.current === null) return
    const observer = new ResizeObserver(([entry]) => setBodyHeight(entry?.contentRect.height ?? 0))
    observer.observe(body.current)
    return () => observer.disconnect()
  }, [body, hasMap, isShown])
  return {
    sheet: { isSheet, height, onHeight: setHeight },
    covered: isSheet && height !== 'whole' ? sheetPixels(height, bodyHeight) : 0,
  }
}

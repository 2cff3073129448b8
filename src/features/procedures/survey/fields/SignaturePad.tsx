import { useRef, useState, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSurveyFiles } from '../surveyFiles.ts'
import { useUnsettledField } from '../unsettled.ts'
import { inkColour, pictureOf, startInk, type Ink } from './ink.ts'
import type { TakeOver } from './fieldProps.ts'
import styles from '../survey.module.css'

export function SignaturePad({ onSigned }: { onSigned: TakeOver }) {
  const { t } = useTranslation('survey')
  const canvas = useRef<HTMLCanvasElement>(null)
  const ink = useRef<Ink | null>(null)
  const [hasInk, setHasInk] = useState(false)

  const handleDown = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    ink.current ??= startInk(event.currentTarget)
    ink.current?.begin(pointOf(event))
  }
  const handleMove = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    ink.current?.draw(pointOf(event))
    setHasInk(true)
  }
  const handleClear = () => {
    ink.current?.clear()
    setHasInk(false)
  }
  const handleDone = () =>
    onSigned(async () => (canvas.current === null ? null : await pictureOf(canvas.current)))
  useUnsettledField(useSurveyFiles(), hasInk, handleDone)
  return (
    <div className={styles.surveyPad}>
      <canvas
        ref={canvas}
        className={styles.surveyPadCanvas}
        style={{ background: 'white', color: inkColour }}
        aria-label={t('field.signHere')}
        role="img"
        onPointerDown={handleDown}
        onPointerMove={handleMove}
      />
      {!hasInk && (
        <span className={styles.surveyPadHint} aria-hidden>
          {t('field.signHere')}
        </span>
      )}
      <div className={styles.surveyPadActions}>
        <button
          type="button"
          className={styles.surveySoftButton}
          disabled={!hasInk}
          onClick={handleClear}
        >
          {t('field.clear')}
        </button>
        <button
          type="button"
          className={`${styles.surveySoftButton} ${styles.surveyStrong}`}
          disabled={!hasInk}
          onClick={() => void handleDone()}
        >
          {t('field.signatureDone')}
        </button>
      </div>
    </div>
  )
}

function pointOf(event: PointerEvent<HTMLCanvasElement>): { x: number; y: number } {
  const box = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}

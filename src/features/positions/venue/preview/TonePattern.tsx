/** Patterns for tones, because colour alone would not distinguish them. */
import { useId } from 'react'
import type { Tone } from './sureness.ts'
import styles from './preview.module.css'

export const STEP = 1.2
export const PATTERN_PX = 9
const lines: Record<Tone, string> = {
  fault: `M0 0L${STEP} ${STEP}M0 ${STEP}L${STEP} 0`,
  unreached: `M0 ${STEP}L${STEP} 0`,
  nameless: '',
  borrowed: `M0 ${STEP / 2}H${STEP}`,
  guessed: `M${STEP / 2} 0V${STEP}`,
  sure: '',
}

export function TonePattern({ id, tone, scale }: { id: string; tone: Tone; scale: number }) {
  return (
    <pattern
      id={id}
      width={STEP}
      height={STEP}
      patternUnits="userSpaceOnUse"
      patternTransform={`scale(${scale})`}
    >
      <rect width={STEP} height={STEP} className={styles.tone} data-tone={tone} />
      {lines[tone] !== '' && <path d={lines[tone]} className={styles.toneLines} data-tone={tone} />}
      {tone === 'nameless' && (
        <circle cx={STEP / 2} cy={STEP / 2} r={STEP / 7} className={styles.toneDot} />
      )}
    </pattern>
  )
}

export function ToneSwatch({ tone }: { tone: Tone }) {
  const id = useId()
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true" className={styles.swatch}>
      <TonePattern id={id} tone={tone} scale={PATTERN_PX / STEP} />
      <rect width="18" height="18" rx="4" fill={`url(#${id})`} />
    </svg>
  )
}

/** The chart library is large; pages without charts do not fetch it. */
import { Suspense } from 'react'
import { loadPartLater } from '#lib/lateFiles.ts'
import type { Bars } from './BarsChart.tsx'
import type { Lines } from './LinesChart.tsx'
import styles from '#ui/feedback/states.module.css'

const BarsChart = loadPartLater(() => import('./BarsChart.tsx'))
const LinesChart = loadPartLater(() => import('./LinesChart.tsx'))

const Waiting = ({ height }: { height: number }) => (
  <div className={styles.skeleton} style={{ blockSize: height }} aria-busy="true" />
)

export function BarChartOf(props: Bars) {
  return (
    <Suspense fallback={<Waiting height={props.height ?? 220} />}>
      <BarsChart {...props} />
    </Suspense>
  )
}

export function LineChartOf(props: Lines) {
  return (
    <Suspense fallback={<Waiting height={props.height ?? 320} />}>
      <LinesChart {...props} />
    </Suspense>
  )
}

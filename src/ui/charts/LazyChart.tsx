/** Charts come with a library of their own; a page that shows none does not fetch it. */
import { lazy, Suspense } from 'react'
import type { Bars } from './BarsChart.tsx'
import type { Lines } from './LinesChart.tsx'

const BarsChart = lazy(() => import('./BarsChart.tsx'))
const LinesChart = lazy(() => import('./LinesChart.tsx'))

const Waiting = ({ height }: { height: number }) => <div className="skeleton" style={{ blockSize: height }} aria-busy="true" />

export function BarChartOf(props: Bars) {
  return <Suspense fallback={<Waiting height={props.height ?? 220} />}><BarsChart {...props} /></Suspense>
}

export function LineChartOf(props: Lines) {
  return <Suspense fallback={<Waiting height={props.height ?? 320} />}><LinesChart {...props} /></Suspense>
}

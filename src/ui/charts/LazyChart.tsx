/** Charts come with a library of their own; a page that shows none does not fetch it. */
import { lazy, Suspense } from 'react'
import type { Bars } from './BarsChart.tsx'

const BarsChart = lazy(() => import('./BarsChart.tsx'))

export function BarChartOf(props: Bars) {
  return <Suspense fallback={<div className="skeleton" style={{ blockSize: props.height ?? 220 }} aria-busy="true" />}><BarsChart {...props} /></Suspense>
}

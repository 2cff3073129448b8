import type { MapRef } from 'react-map-gl/maplibre'
import { BY_HAND } from './camera.ts'
import styles from './FloorMap.module.css'

export interface ZoomLabels {
  in: string
  out: string
  whole: string
}

export function MapButtons({
  map,
  labels,
  onWhole,
}: {
  map: MapRef | null
  labels: ZoomLabels
  onWhole(): void
}) {
  return (
    <div className={styles.floorMapButtons}>
      <button
        type="button"
        aria-label={labels.in}
        title={labels.in}
        data-zoom
        onClick={() => map?.zoomIn({}, BY_HAND)}
      >
        +
      </button>
      <button
        type="button"
        aria-label={labels.out}
        title={labels.out}
        data-zoom
        onClick={() => map?.zoomOut({}, BY_HAND)}
      >
        −
      </button>
      <button type="button" aria-label={labels.whole} title={labels.whole} onClick={onWhole}>
        <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
          <path
            d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.7"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </button>
    </div>
  )
}

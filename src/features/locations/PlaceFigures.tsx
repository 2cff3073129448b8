import { createContext, use, useState, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { SCORED_DAYS, type LevelRow, type LocationFigures } from '#contract/locations/locations.ts'
import { locationCalls } from '#entities/calls/locations.ts'
import { PlaceGlyph } from '#entities/locations/PlaceGlyph.tsx'
import { FloorThumbnail } from '#entities/whereabouts/FloorThumbnail.tsx'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { useIsNarrow } from '#lib/useMedia.ts'
import { DAY_MS } from '#contract/timeZones/wallTime.ts'
import styles from './LocationTree.module.css'

const Figures = createContext<ReadonlyMap<number, LocationFigures>>(new Map())

/** The limit of one query. Further rows of the tree show no numbers. */
const MAX_PLACES = 500
const kinds = ['things', 'tickets', 'late', 'score'] as const

export function FiguresOf({ ids, children }: { ids: readonly number[]; children: ReactNode }) {
  const asked = ids.slice(0, MAX_PLACES).toSorted((a, b) => a - b)
  const { data } = locationCalls.useListLocationFiguresQuery({ body: { ids: asked } })
  return <Figures value={new Map(data?.rows.map((row) => [row.id, row]))}>{children}</Figures>
}

export function FigureHead() {
  const { t } = useTranslation(['locations', 'common'])
  return (
    <div className={styles.figureHead} aria-hidden="true">
      <span className={styles.placeName}>{t('common:name')}</span>
      {kinds.map((kind) => (
        <span key={kind} className={styles.figure}>
          {t(`figure.${kind}`)}
        </span>
      ))}
    </div>
  )
}

/** A click follows the link and does not open the location as well. */
const stop = (event: MouseEvent) => event.stopPropagation()

export function PlaceLine({ place: { id, name, typeName } }: { place: LevelRow }) {
  const { t } = useTranslation(['locations', 'common'])
  const format = useFormat()
  const figures = use(Figures).get(id)
  const isNarrow = useIsNarrow()
  const [now] = useState(() => Date.now())
  const today = format.sortable(now).slice(0, 10)
  const since = format.sortable(now - (SCORED_DAYS - 1) * DAY_MS).slice(0, 10)
  const shown =
    figures === undefined
      ? []
      : [
          {
            kind: 'things' as const,
            value: figures.things,
            to: pathTo('equipment', undefined, { place: id }),
          },
          {
            kind: 'tickets' as const,
            value: figures.openTickets,
            to: pathTo('tickets', undefined, { place: id }),
          },
          {
            kind: 'late' as const,
            value: figures.lateThings,
            to: pathTo('equipmentSchedules', undefined, { place: id, late: 1 }),
          },
          {
            kind: 'score' as const,
            value: figures.score === null ? null : Math.round(figures.score),
            to: pathTo('procedureLogs', undefined, { locations: id, from: since, to: today }),
          },
        ]
  return (
    <span className={styles.place}>
      <span className={styles.glyph}>
        <PlaceGlyph typeName={typeName} />
      </span>
      <bdi className={styles.placeName}>{name}</bdi>
      {!isNarrow && figures?.floorId != null && (
        <span className={styles.floor}>
          <FloorThumbnail id={figures.floorId} onClick={stop} />
        </span>
      )}
      {shown.map(({ kind, value, to }) =>
        value === null || value === 0 ? (
          <span key={kind} className={`${styles.figure} ${styles.none}`}>
            –
          </span>
        ) : (
          <Link key={kind} to={to} className={styles.figure} data-kind={kind} onClick={stop}>
            <span className={styles.figureWord}>{t(`figureShort.${kind}`)} </span>
            {format.number(value)}
            <span className="visually-hidden">
              {' '}
              {t(`figure.${kind}`)}: {name}
            </span>
          </Link>
        ),
      )}
    </span>
  )
}

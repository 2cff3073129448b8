/** Equipment on the floor at the replayed moment. The live list would contradict the map. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { isInside } from '#contract/venue/polygon.ts'
import { EquipmentGlyph } from '#entities/equipment/EquipmentGlyph.tsx'
import { useFormat } from '#lib/format.tsx'
import { SearchField } from '#ui/list/SearchField.tsx'
import { EmptyState, ErrorState, LoadingState, NothingFound } from '#ui/feedback/states.tsx'
import { isFound } from '#contract/rules/fold.ts'
import { useRoomName } from '../map/useMapLabels.ts'
import type { Replay, Then } from './useReplay.ts'
import styles from '../rtls.module.css'

export function ReplayList({
  replay: { present, at, isLoading, failure, retry },
  floor,
  linkTo,
}: {
  replay: Replay
  floor: Floor
  linkTo(id: number): string
}) {
  const { t } = useTranslation(['map', 'common'])
  const format = useFormat()
  const [search, setSearch] = useState('')
  const found = present.filter(({ name }) => isFound(name, search))
  if (failure !== null)
    return (
      <section className={styles.assetList} aria-label={t('assets')}>
        <ErrorState failure={failure} onRetry={retry} />
      </section>
    )
  if (isLoading)
    return (
      <section className={styles.assetList} aria-label={t('assets')}>
        <LoadingState rows={8} />
      </section>
    )
  return (
    <section className={styles.assetList} aria-label={t('assets')}>
      <div className={styles.assetSearch} role="search">
        <SearchField value={search} onChange={setSearch} label={t('searchLabel')} />
      </div>
      <p className={`${styles.assetCount} quiet`}>
        {t('thereThen', { count: found.length, floor: floor.name, time: format.dateTime(at) })}
      </p>
      <div className={styles.assetScroll}>
        {present.length === 0 && (
          <EmptyState title={t('thereThenNone')} hint={t('thereThenNoneHint')} />
        )}
        {present.length > 0 && found.length === 0 && <NothingFound onClear={() => setSearch('')} />}
        <ul className={styles.assetRows}>
          {found.map((one) => (
            <ThenRow key={one.id} one={one} floor={floor} to={linkTo(one.id)} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function ThenRow({ one, floor, to }: { one: Then; floor: Floor; to: string }) {
  const { t } = useTranslation('map')
  const format = useFormat()
  const nameOf = useRoomName()
  const room = floor.rooms.findLast(({ outline }) => isInside(outline, one.at))
  return (
    <li>
      <Link to={to} className={styles.assetRow}>
        <EquipmentGlyph
          typeName={one.typeName ?? one.name}
          colour={one.status?.colour ?? 'turquoise'}
        />
        <span className={styles.assetWords}>
          <span className={styles.assetName}>
            <bdi>{one.name}</bdi>
          </span>
          <span className="quiet">
            <bdi>{room === undefined ? t('onTheWay') : nameOf(room) || t('room')}</bdi> ·{' '}
            {t('lastHeard')} <time dateTime={one.at.at}>{format.time(one.at.at)}</time>
          </span>
        </span>
        {one.status !== null && (
          <span
            className={styles.assetStatus}
            style={{ '--tag-ink': `var(--pr-${one.status.colour ?? 'turquoise'}-ink)` }}
          >
            <bdi>{one.status.name}</bdi>
          </span>
        )}
      </Link>
    </li>
  )
}

/**
 * The list beside the map. It offers everything that the map does, by keyboard and without a
 * picture.
 */
import { AimOutlined, FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isEmptyFilter } from '#contract/filter.ts'
import type { MapEquipment } from '#contract/rtls/rtlsShapes.ts'
import { EquipmentGlyph } from '#entities/equipment/EquipmentGlyph.tsx'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { FilterSheet } from '#entities/filterObject/FilterSheet.tsx'
import { SearchField } from '#ui/list/SearchField.tsx'
import { Badge, When } from '#ui/page/marks.tsx'
import { EmptyState, NothingFound, PendingState } from '#ui/feedback/states.tsx'
import { rtlsCalls } from '../calls.ts'
import type { RtlsState } from '../rtlsSlice.ts'
import { ReservedFor } from './ReserveButton.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from '../rtls.module.css'
import { RoomName } from '#entities/whereabouts/RoomName.tsx'

interface AssetListProps {
  search: string
  filter: FilterDraft
  floor: { id: number; name: string } | undefined
  toggles: RtlsState['toggles']
  selectedId: number | null
  linkTo(row: MapEquipment): string
  onSearch(search: string): void
  onFilter(filter: FilterDraft): void
  onClear(): void
}

const STEP = 50
const LOOKS_AGAIN = 10_000

export function AssetList({
  search,
  filter,
  floor,
  toggles,
  selectedId,
  linkTo,
  onSearch,
  onFilter,
  onClear,
}: AssetListProps) {
  const { t } = useTranslation(['map', 'common'])
  const [limit, setLimit] = useState(STEP)
  const [isFiltering, setIsFiltering] = useState(false)
  const hasFilter = !isEmptyFilter(filter as Parameters<typeof isEmptyFilter>[0])
  const isNarrowed = search.trim() !== '' || hasFilter
  // A search covers the whole company; without a search the list shows the floor.
  const asked = {
    limit,
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(hasFilter ? { filter } : {}),
    ...(!isNarrowed && floor !== undefined ? { floorId: floor.id } : {}),
    ...(!isNarrowed && toggles.equipment !== toggles.staticEquipment
      ? { isStatic: toggles.staticEquipment }
      : {}),
  }
  const query = rtlsCalls.useListMapEquipmentQuery(
    { body: asked },
    { pollingInterval: LOOKS_AGAIN, skip: floor === undefined && !isNarrowed },
  )
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  const used = Object.values(filter).filter((list) => (list?.length ?? 0) > 0).length
  return (
    <section className={styles.assetList} aria-label={t('assets')}>
      <div className={styles.assetSearch} role="search">
        <SearchField value={search} onChange={onSearch} label={t('searchLabel')} />
        <Button
          icon={<FilterOutlined aria-hidden />}
          aria-label={t('common:filter')}
          onClick={() => setIsFiltering(true)}
        >
          {used > 0 && <Badge value={used} colour="turquoise" />}
        </Button>
      </div>
      <p className={`${styles.assetCount} quiet`} aria-live="polite">
        {data !== undefined &&
          (isNarrowed
            ? t('foundCount', { count: data.count })
            : t('onFloorCount', { count: data.count, floor: floor?.name ?? '' }))}
      </p>
      <div className={styles.assetScroll} aria-busy={isFetching}>
        {floor === undefined && !isNarrowed ? (
          <EmptyState title={t('noVenue')} hint={t('noVenueHint')} />
        ) : data === undefined ? (
          <PendingState failure={error} onRetry={() => void refetch()} rows={8} />
        ) : data.rows.length === 0 ? (
          isNarrowed ? (
            <NothingFound onClear={onClear} />
          ) : (
            <EmptyState title={t('floorEmpty')} hint={t('floorEmptyHint')} />
          )
        ) : (
          <ul className={styles.assetRows}>
            {data.rows.map((row) => (
              <AssetRow
                key={row.id}
                row={row}
                isSelected={row.id === selectedId}
                to={linkTo(row)}
                isElsewhere={row.position?.floorId !== floor?.id}
              />
            ))}
          </ul>
        )}
        {data !== undefined && data.count > data.rows.length && limit < 500 && (
          <Button
            type="link"
            loading={isFetching}
            onClick={() => setLimit(Math.min(500, limit + STEP))}
          >
            {t('common:loadMore')}
          </Button>
        )}
      </div>
      {isFiltering && (
        <FilterSheet
          value={filter}
          onChange={onFilter}
          onClose={() => setIsFiltering(false)}
          keys={['equipmentTypeIds', 'equipmentStatusIds', 'locationIds', 'tagIds']}
        />
      )}
    </section>
  )
}

function AssetRow({
  row,
  isSelected,
  to,
  isElsewhere,
}: {
  row: MapEquipment
  isSelected: boolean
  to: string
  isElsewhere: boolean
}) {
  const { t } = useTranslation('map')
  return (
    <li>
      <Link to={to} className={styles.assetRow} aria-current={isSelected ? 'true' : undefined}>
        <EquipmentGlyph
          typeName={row.type.name}
          colour={row.isStatic ? null : (row.status?.colour ?? 'blue')}
          isFaint={row.position === null}
        />
        <span className={styles.assetWords}>
          <span className={styles.assetName}>
            <bdi>{row.name}</bdi>
            {row.alertsCount > 0 && <Badge value={row.alertsCount} colour="orange" />}
          </span>
          <span className="quiet">
            {row.position === null ? (
              <>
                {t('noPosition')}
                {row.location !== null && (
                  <>
                    {' '}
                    · <bdi>{row.location.name}</bdi>
                  </>
                )}
              </>
            ) : (
              <>
                <RoomName name={row.roomName} between={t('onTheWay')} />
                {isElsewhere && (
                  <>
                    {' '}
                    · <bdi>{row.floorName}</bdi>
                  </>
                )}
              </>
            )}
            {row.position !== null && row.position.method !== 'placed' && (
              <>
                {' '}
                · <When at={row.position.at} />
              </>
            )}
          </span>
          {row.reservation !== null && (
            <span>
              <ReservedFor reservation={row.reservation} />
            </span>
          )}
        </span>
        {row.status !== null && !row.isStatic && (
          <span
            className={styles.assetStatus}
            style={{ '--tag-ink': `var(--pr-${row.status.colour}-ink)` }}
          >
            <bdi>{row.status.name}</bdi>
          </span>
        )}
        {row.isGateway && <AimOutlined aria-label={t('gateway')} />}
      </Link>
    </li>
  )
}

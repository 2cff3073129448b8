import { Alert, Button, Select } from 'antd'
import { useCallback, useMemo, useState, type Dispatch, type SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import { truncate } from '#contract/rules/truncate.ts'
import { MAX_SHORT_NAME } from '#contract/venue/planBounds.ts'
import { venueImports, type VenueImport } from '#contract/venue/venueImports.ts'
import { injectContract } from '#api/api.ts'
import { LoadingState, PendingState } from '#ui/feedback/states.tsx'
import { UndoButtons } from '#ui/feedback/undo/UndoButtons.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Remaining } from '#ui/page/marks.tsx'
import { Section } from '#ui/page/Page.tsx'
import {
  addFloor,
  changeFloor,
  changeRooms,
  nothing,
  restoreFloor,
  restoreRooms,
  type RoomFacts,
} from './editCorrections.ts'
import { CorrectionNotes } from './CorrectionNotes.tsx'
import { FloorCorrections, FloorsAside } from './FloorCorrections.tsx'
import { PlannedPicture } from './PlannedPicture.tsx'
import { RoomCorrections } from './RoomCorrections.tsx'
import { Legend, RoomList } from './RoomsBeside.tsx'
import { roomsWithSureness, type Filter } from './sureness.ts'
import type { CorrectionsInHand } from './useCorrections.ts'
import styles from './preview.module.css'

const calls = injectContract(venueImports)

export interface Shown {
  building: string
  floor: string
}

interface Props {
  read: VenueImport
  made: CorrectionsInHand
  shown: Shown | null
  chosen: readonly string[]
  onShow(shown: Shown, rooms?: readonly string[]): void
  onChoose: Dispatch<SetStateAction<readonly string[]>>
}

export default function PlanPreview({ read, made, shown, chosen, onShow, onChoose }: Props) {
  const { t } = useTranslation('venueImport')
  const building =
    read.buildings.find(({ key }) => key === shown?.building) ??
    read.buildings.find(({ floors }) => floors.length > 0)
  const floor =
    building?.floors.find(({ key }) => key === shown?.floor) ??
    building?.floors.find(({ ordinal }) => ordinal === 0) ??
    building?.floors[0]
  const change = made.change
  return (
    <Section
      title={t('picture')}
      actions={
        <span className={styles.acts}>
          <span className="quiet" role="status">
            {made.isSaving ? t('savingCorrections') : ''}
          </span>
          <UndoButtons
            canUndo={made.canUndo}
            canRedo={made.canRedo}
            undo={made.undo}
            redo={made.redo}
          />
          <Button disabled={made.now === nothing} onClick={() => change(nothing)}>
            {t('allAsRead')}
          </Button>
        </span>
      }
    >
      <CorrectionNotes read={read} made={made} />
      <div className={styles.choice}>
        {read.buildings.length > 1 && (
          <Select
            aria-label={t('building')}
            popupMatchSelectWidth={false}
            value={building?.key}
            onChange={(key: string) => onShow({ building: key, floor: '' })}
            options={read.buildings.map(({ key, name }) => ({
              value: key,
              label: <bdi>{name}</bdi>,
            }))}
          />
        )}
        <ul className={styles.floors} aria-label={t('floors')}>
          {building?.floors.map(({ key, name, shortName }) => (
            <li key={key}>
              <button
                type="button"
                title={name}
                aria-pressed={key === floor?.key}
                onClick={() => onShow({ building: building.key, floor: key })}
              >
                <bdi className="numbers">{shortName}</bdi>
                <span className="visually-hidden"> {name}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {building !== undefined && (
        <FloorsAside
          building={building}
          onRestore={(key) =>
            change(restoreFloor(made.now, { building: building.key, floor: key }))
          }
        />
      )}
      {building !== undefined && floor !== undefined && (
        <FloorPreview
          key={`${building.key} ${floor.key}`}
          {...{ read, building, floor, made, chosen, onChoose }}
        />
      )}
    </Section>
  )
}

function FloorPreview({
  read,
  building,
  floor,
  made,
  chosen,
  onChoose,
}: Pick<Props, 'read' | 'made' | 'chosen' | 'onChoose'> & {
  building: VenueImport['buildings'][number]
  floor: VenueImport['buildings'][number]['floors'][number]
}) {
  const { t } = useTranslation('venueImport')
  const query = calls.useGetPlannedFloorQuery({
    params: { id: read.id, building: building.key, floor: floor.key },
  })
  const picture = answerToShow(query)
  const [filter, setFilter] = useState<Filter | null>(null)
  const rooms = useMemo(() => (picture === undefined ? [] : roomsWithSureness(picture)), [picture])
  const listed = useMemo(() => {
    const some = rooms.filter(({ filters }) => filter === null || filters.has(filter))
    return some.length > 0 ? some : rooms
  }, [filter, rooms])
  const shown = useMemo(() => new Set(listed.map(({ room }) => room.id)), [listed])
  const picked = useMemo(() => new Set(chosen), [chosen])
  // A stable function, because a new one would render every row at each press.
  const handlePick = useCallback(
    (room: string | null, isMore: boolean) =>
      onChoose((before) => {
        if (room === null) return []
        if (!isMore) return before.length === 1 && before[0] === room ? [] : [room]
        return before.includes(room) ? before.filter((one) => one !== room) : [...before, room]
      }),
    [onChoose],
  )
  if (picture === undefined)
    return query.error === undefined ? (
      <LoadingState />
    ) : (
      <PendingState failure={query.error} onRetry={() => void query.refetch()} />
    )
  const own = rooms.filter(({ room }) => picked.has(room.id)).map(({ room }) => room)
  const keys = own.map(({ origin }) => ({ building: building.key, ...origin }))
  const at = { building: building.key, floor: floor.key }
  const { now, change } = made
  const handleFacts = (facts: RoomFacts): void => {
    change(changeRooms(now, keys, facts))
    if (facts.isLeftOut === true || facts.onto !== undefined) onChoose([])
  }
  return (
    <>
      <div className={styles.preview}>
        <PlannedPicture
          floor={picture}
          rooms={rooms}
          shown={shown}
          chosen={picked}
          label={t('pictureOf', { floor: floor.name, number: rooms.length })}
          onPick={handlePick}
        />
        <div className={styles.beside}>
          {own.length === 0 ? (
            <FloorCorrections
              floor={floor}
              others={building.floors.filter(({ key }) => key !== floor.key)}
              onChange={(facts) => change(changeFloor(now, at, facts))}
              onRestore={() => change(restoreFloor(now, at))}
            />
          ) : (
            <RoomCorrections
              rooms={own}
              floor={floor.key}
              floors={building.floors}
              onChange={handleFacts}
              onRestore={() => change(restoreRooms(now, keys))}
              onNewFloor={() => {
                const name = t('newFloorName', { floor: floor.name })
                const named = {
                  name,
                  shortName: truncate(`${floor.shortName}+`, MAX_SHORT_NAME),
                  ordinal: floor.ordinal,
                }
                change(addFloor(now, building.key, named, keys))
                onChoose([])
              }}
            />
          )}
          <Legend
            rooms={rooms}
            removed={picture.removed.length}
            filter={filter}
            onFilter={setFilter}
          />
          <RoomList rooms={listed} chosen={picked} onPick={handlePick} />
          <Remaining count={picture.roomsLeft + picture.partsLeft} />
        </div>
      </div>
      {read.appliedAt !== null && <Alert type="info" showIcon title={t('appliedPicture')} />}
    </>
  )
}

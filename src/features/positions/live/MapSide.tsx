import { filterFrom, filterPatch } from '#entities/filterObject/filterAddress.ts'
import { AssetList } from './AssetList.tsx'
import { AssetPanel, type KeptNames } from './AssetPanel.tsx'
import { PlacePanel } from './PlacePanel.tsx'
import { ReplayList } from '../replay/ReplayList.tsx'
import { RoomPanel } from './RoomPanel.tsx'
import type { Mapping } from './useMapping.ts'
import { useRoomName } from '../map/useMapLabels.ts'

interface Props {
  mapping: Mapping
  hasMap: boolean
}

export function MapSide({ mapping, hasMap }: Props) {
  const { state, change, floor, placing, replay, linkTo } = mapping
  if (placing.isPlacing && state.id !== null && floor !== undefined)
    return (
      <PlacePanel
        id={state.id}
        floor={floor}
        spot={placing.spot}
        canDraw={hasMap}
        reach={placing.reach}
        onSpot={placing.setSpot}
        onFloor={mapping.goToFloor}
        onDone={placing.end}
      />
    )
  if (state.room !== null && floor !== undefined && state.id === null)
    return (
      <RoomPanel
        floor={floor}
        roomId={state.room}
        areas={mapping.areas}
        onClose={() => change({ room: null })}
        linkTo={linkTo}
      />
    )
  if (isPanelOpen(mapping)) return <ChosenThing {...{ mapping, hasMap }} id={state.id ?? 0} />
  if (replay !== null && floor !== undefined)
    return (
      <ReplayList
        replay={replay}
        floor={floor}
        linkTo={(id) => linkTo({ id }, { replay: state.replay, at: Math.round(replay.at / 1000) })}
      />
    )
  return (
    <AssetList
      search={state.search}
      filter={filterFrom(state)}
      floor={mapping.venue.floorMark}
      toggles={mapping.venue.kept.toggles}
      selectedId={state.id}
      linkTo={linkTo}
      onSearch={(search) => change({ search })}
      onFilter={(next) => change(filterPatch(next), { push: true })}
      onClear={() => change({ search: '', ...filterPatch({}) }, { push: true })}
    />
  )
}

/** True if one equipment is open, which needs more space than a list. */
export const isPanelOpen = ({ state }: Mapping): boolean => state.id !== null && !state.placing

function ChosenThing({ mapping, hasMap, id }: Props & { id: number }) {
  const { state, change } = mapping
  const kept = useKeptNames(mapping)
  return (
    <AssetPanel
      key={id}
      id={id}
      tab={state.tab}
      positions={mapping.positions}
      onTab={(tab) => change({ tab })}
      onClose={mapping.closePanel}
      hasMap={hasMap}
      onReplay={() => change({ replay: 'yesterday', at: null }, { push: true })}
      onPlace={mapping.placing.begin}
      isFloorChosen={state.floor !== null}
      onFound={mapping.goToThing}
      onShow={mapping.showThing}
      kept={kept}
    />
  )
}

/** Names of the location of equipment without a position; the room's once its floor has loaded. */
function useKeptNames({ keptPlace, venue, floor }: Mapping): KeptNames | null {
  const nameOf = useRoomName()
  if (keptPlace === null) return null
  const marks = venue.buildings.flatMap(({ floors }) => floors)
  const room = floor?.rooms.find(({ id }) => id === keptPlace.roomId)
  return {
    isRoom: keptPlace.roomId !== null,
    room: room === undefined ? null : nameOf(room),
    floor: marks.find(({ id }) => id === keptPlace.floorId)?.name ?? '',
  }
}

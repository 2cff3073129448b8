import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { randomSpotInRoom } from '#contract/rules/mapping.ts'
import { foundBy } from '#ui/form/foundBy.ts'
import { useRoomName } from '../map/useMapLabels.ts'

export interface Spot {
  longitude: number
  latitude: number
}

export function RoomSpot({ floor, onSpot }: { floor: Floor; onSpot(spot: Spot): void }) {
  const { t } = useTranslation('map')
  const nameOf = useRoomName()
  const [roomId, setRoomId] = useState<number>()

  function handleRoom(next: number): void {
    setRoomId(next)
    const room = floor.rooms.find((one) => one.id === next)
    // random, so that several items in one room do not overlap
    if (room)
      onSpot(
        randomSpotInRoom(
          room.outline,
          { longitude: room.longitude, latitude: room.latitude },
          Math.random,
        ),
      )
  }
  return (
    <Select
      aria-label={t('room')}
      placeholder={t('chooseRoom')}
      showSearch
      filterOption={foundBy('text')}
      value={roomId}
      onChange={handleRoom}
      style={{ inlineSize: '100%' }}
      options={floor.rooms
        .filter(({ kind }) => kind !== 'closed')
        .map((room) => ({
          value: room.id,
          label: (
            <>
              <bdi>{nameOf(room) || `#${room.id}`}</bdi>
              {room.isRestricted === true && <span className="quiet"> · {t('restricted')}</span>}
            </>
          ),
          text: nameOf(room),
        }))}
    />
  )
}

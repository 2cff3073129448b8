import { TreeSelect } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rtls } from '#contract/rtls/rtls.ts'
import { callEndpoint } from '#api/callEndpoint.ts'
import { rtlsCalls } from '../calls.ts'
import { useRoomName } from '../map/useMapLabels.ts'
import styles from '../rtls.module.css'

interface Branch {
  value: string
  title: string
  selectable: boolean
  isLeaf: boolean
  pId: string
  id: string
}

/** Floors load when opened: a campus has thousands of rooms. */
export function RoomChoice({
  value,
  label,
  onChange,
}: {
  value: number | null
  label: string
  onChange(room: number | null): void
}) {
  const { t } = useTranslation('map')
  const nameOf = useRoomName()
  const { data } = rtlsCalls.useListBuildingsQuery()
  const [rooms, setRooms] = useState<Branch[]>([])
  const floors = (data?.rows ?? []).flatMap((house): Branch[] => [
    {
      id: `b${house.id}`,
      pId: '',
      value: `b${house.id}`,
      title: house.name,
      selectable: false,
      isLeaf: false,
    },
    ...house.floors.map((floor): Branch => ({
      id: `f${floor.id}`,
      pId: `b${house.id}`,
      value: `f${floor.id}`,
      title: floor.name,
      selectable: false,
      isLeaf: false,
    })),
  ])
  async function handleOpen(node: { value?: unknown }): Promise<void> {
    const key = String(node.value)
    if (!key.startsWith('f') || rooms.some(({ pId }) => pId === key)) return
    const floor = await callEndpoint(rtls.getFloor, { params: { id: Number(key.slice(1)) } })
    setRooms((before) => [
      ...before,
      ...floor.rooms.flatMap((room): Branch[] =>
        nameOf(room) === '' || room.kind === 'closed'
          ? []
          : [
              {
                id: String(room.id),
                pId: key,
                value: String(room.id),
                title:
                  room.isRestricted === true
                    ? `${nameOf(room)} · ${t('restricted')}`
                    : nameOf(room),
                selectable: true,
                isLeaf: true,
              },
            ],
      ),
    ])
  }
  const isKnown = value === null || rooms.some(({ id }) => id === String(value))
  return (
    <TreeSelect<string | undefined>
      aria-label={label}
      placeholder={label}
      className={styles.mapBuilding}
      allowClear
      treeDataSimpleMode={{ id: 'id', pId: 'pId', rootPId: '' }}
      treeData={[...floors, ...rooms]}
      loadData={handleOpen}
      popupMatchSelectWidth={false}
      value={value === null ? undefined : isKnown ? String(value) : t('chosenRoom')}
      onChange={(next: string | undefined) => onChange(next === undefined ? null : Number(next))}
    />
  )
}

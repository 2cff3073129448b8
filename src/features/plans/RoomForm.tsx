import { DeleteOutlined } from '@ant-design/icons'
import { Button, Checkbox, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { locationCalls } from '#entities/calls/locations.ts'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { OthersOfPlace } from './OthersOfPlace.tsx'
import { CopyRooms } from './CopyRooms.tsx'
import { CornerTable } from './CornerTable.tsx'
import type { RoomFacts } from './drawing/commands.ts'
import type { DrawnRoom } from './drawing/plan.ts'
import { boxOf } from './drawing/shapes.ts'
import { KindField } from './KindField.tsx'
import { NumberField } from './NumberField.tsx'
import { TextField } from './TextField.tsx'
import type { Drawing } from './useDrawing.ts'
import styles from './plans.module.css'

export function RoomForm({ room, drawing }: { room: DrawnRoom; drawing: Drawing }) {
  const { t } = useTranslation(['plans', 'common', 'map', 'entities'])
  const { act } = drawing
  const { key } = room
  const box = boxOf(room.corners)
  const change = (facts: RoomFacts, group?: string) =>
    act({ do: 'changeRooms', keys: [key], facts }, group === undefined ? {} : { group })
  const [cutX, cutY] = box === null ? [0, 0] : [box.x + box.wide / 2, box.y + box.deep / 2]
  return (
    <section className={styles.form} aria-label={t('chosenRoom')} data-testid="room-form">
      <div className={styles.fields}>
        <TextField
          label={t('code')}
          maxLength={100}
          value={room.code}
          onChange={(value) => change({ code: value }, `code ${key}`)}
        />
        <KindField value={room.kind} onChange={(kind) => change({ kind })} />
      </div>
      <TextField
        label={t('common:name')}
        maxLength={200}
        value={room.name}
        onChange={(value) => change({ name: value }, `name ${key}`)}
      />
      <PlaceField room={room} rooms={drawing.plan.rooms} onChange={change} />
      {box !== null && (
        <fieldset className={styles.sizes}>
          <legend>{t('size')}</legend>
          {(['wide', 'deep', 'x', 'y'] as const).map((side) => (
            <NumberField
              key={side}
              label={t(`side.${side}`)}
              unit={t('metre')}
              value={box[side]}
              onChange={(value) => act({ do: 'resize', key, box: { ...box, [side]: value } })}
            />
          ))}
        </fieldset>
      )}
      <CornerTable room={room} act={act} />
      <Space wrap>
        <CopyRooms drawing={drawing} />
        <Button
          onClick={() =>
            act({ do: 'split', key, from: { x: cutX, y: cutY - 1 }, to: { x: cutX, y: cutY + 1 } })
          }
        >
          {t('splitAcross')}
        </Button>
        <Button
          onClick={() =>
            act({ do: 'split', key, from: { x: cutX - 1, y: cutY }, to: { x: cutX + 1, y: cutY } })
          }
        >
          {t('splitAlong')}
        </Button>
        <Button
          danger
          icon={<DeleteOutlined aria-hidden />}
          onClick={() => act({ do: 'remove', keys: [key] })}
        >
          {t('common:delete')}
        </Button>
      </Space>
      {room.place !== null && <p className="quiet">{t('deleteKeepsPlace')}</p>}
    </section>
  )
}

function PlaceField({
  room,
  rooms,
  onChange,
}: {
  room: DrawnRoom
  rooms: readonly DrawnRoom[]
  onChange(facts: RoomFacts): void
}) {
  const { t } = useTranslation(['plans', 'entities'])
  const [nameOf] = locationCalls.useLazyListLocationLevelQuery()
  async function handlePlace(id: number | null): Promise<void> {
    if (id === null) return onChange({ place: null })
    const { data } = await nameOf({ body: { ids: [id] } }, true)
    onChange({ place: { id, name: data?.rows[0]?.name ?? String(id) }, makesPlace: false })
  }
  return (
    <>
      <div className={styles.field}>
        <span className={styles.label}>{t('entities:location')}</span>
        <LocationTreePicker
          label={t('placeOfRoom')}
          value={room.place?.id ?? null}
          onChange={(id: number | null) => void handlePlace(id ?? null)}
        />
      </div>
      <OthersOfPlace room={room} rooms={rooms} />
      {room.place === null && (
        <Checkbox
          checked={room.makesPlace}
          onChange={(event) => onChange({ makesPlace: event.target.checked })}
        >
          {t('makePlace')}
        </Checkbox>
      )}
    </>
  )
}

/**
 * A form control for an area's corners: by clicks on the plan, in metres, or from a room. The plan
 * beside it shows them.
 */
import { DeleteOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons'
import { Button, Form, Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours.ts'
import { areaFault, MAX_AREA_CORNERS } from '#contract/rules/drawnArea.ts'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import type { Position } from '#contract/venue/shapes.ts'
import { labelPoint } from '#contract/venue/polygon.ts'
import { foundBy } from '#ui/form/foundBy.ts'
import { useRoomName } from '../map/useMapLabels.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import {
  cornersOf,
  splitAfter,
  squareIn,
  makeFloorScale,
  applyTouch,
  withoutCorner,
} from './corners.ts'
import styles from './areas.module.css'

const KEPT = 50

/** Effect of a click on the plan while an area is drawn; null for none. */
export type PlanTouch = ((at: Position) => void) | null

export function CornersField({
  id,
  value = [],
  onChange,
  floor,
  onTouch,
  onShow,
}: {
  id?: string
  value?: readonly Position[]
  onChange?(corners: readonly Position[]): void
  floor: Floor
  onTouch(touch: PlanTouch): void
  onShow(corners: readonly Position[], chosen: number | null, colour: Colour): void
}) {
  const { t } = useTranslation(['areas', 'common'])
  const [chosen, setChosen] = useState<number | null>(null)
  const [before, setBefore] = useState<readonly (readonly Position[])[]>([])
  const tape = useMemo(() => makeFloorScale(floor.outline), [floor.outline])
  const isFull = value.length >= MAX_AREA_CORNERS
  function change(next: readonly Position[]): void {
    setBefore((steps) => [...steps, value].slice(-KEPT))
    onChange?.(next)
  }
  useEffect(() => {
    onTouch((at) => {
      if (chosen !== null || !isFull) change(applyTouch(value, chosen, at))
    })
    return () => onTouch(null)
  })
  const colour = Form.useWatch<Colour | undefined>('colour') ?? 'turquoise'
  useEffect(() => onShow(value, chosen, colour), [value, chosen, colour, onShow])
  const fault = value.length === 0 ? null : areaFault(value, floor.outline)
  return (
    <div className={styles.corners} id={id}>
      <p className="quiet">
        {chosen === null ? t('touchHint') : t('moveHint', { number: chosen + 1 })}
      </p>
      <Beginnings floor={floor} onTake={change} tape={tape} />
      {value.length > 0 && (
        <table className="table" aria-label={t('corners')}>
          <thead>
            <tr>
              <th scope="col">{t('corner')}</th>
              <th scope="col">{t('east')}</th>
              <th scope="col">{t('north')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('cornerActs')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {value.map((corner, index) => {
              const metres = tape.toMetres(corner)
              const number = index + 1
              return (
                <tr key={index}>
                  <th scope="row">
                    <Button
                      size="small"
                      type={index === chosen ? 'primary' : 'default'}
                      aria-pressed={index === chosen}
                      aria-label={t('chooseCorner', { number })}
                      onClick={() => setChosen(index === chosen ? null : index)}
                    >
                      {number}
                    </Button>
                  </th>
                  {(['x', 'y'] as const).map((axis) => (
                    <td key={axis}>
                      <NeededNumber
                        size="small"
                        changeOnBlur
                        controls={false}
                        className={styles.metres}
                        aria-label={t(axis === 'x' ? 'cornerEast' : 'cornerNorth', { number })}
                        value={Number(metres[axis].toFixed(2))}
                        onChange={(metre) => {
                          if (Math.abs(metre) < 100_000)
                            change(
                              applyTouch(value, index, tape.toCorner({ ...metres, [axis]: metre })),
                            )
                        }}
                      />
                    </td>
                  ))}
                  <td className={styles.acts}>
                    <Button
                      size="small"
                      icon={<PlusOutlined aria-hidden />}
                      aria-label={t('cornerAfter', { number })}
                      disabled={isFull || value.length < 2}
                      onClick={() => {
                        setChosen(null)
                        change(splitAfter(value, index))
                      }}
                    />
                    <Button
                      size="small"
                      data-kin="corners"
                      icon={<DeleteOutlined aria-hidden />}
                      aria-label={t('removeCorner', { number })}
                      onClick={() => {
                        setChosen(null)
                        change(withoutCorner(value, index))
                      }}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      <Button
        icon={<UndoOutlined aria-hidden />}
        disabled={before.length === 0}
        onClick={() => {
          setChosen(null)
          onChange?.(before.at(-1) ?? [])
          setBefore((steps) => steps.slice(0, -1))
        }}
      >
        {t('common:undo')}
      </Button>
      {fault !== null && (
        <p role="status" className={styles.fault}>
          {t(`fault_${fault}`, { count: MAX_AREA_CORNERS })}
        </p>
      )}
    </div>
  )
}

/** Starts without the plan: from a room's outline, or from a square in the room. */
function Beginnings({
  floor,
  tape,
  onTake,
}: {
  floor: Floor
  tape: ReturnType<typeof makeFloorScale>
  onTake(corners: readonly Position[]): void
}) {
  const { t } = useTranslation('areas')
  const nameOf = useRoomName()
  const [roomId, setRoomId] = useState<number>()
  const room = floor.rooms.find(({ id }) => id === roomId)
  const outline = room === undefined ? [] : cornersOf(room.outline)
  const middle = labelPoint(room?.outline ?? floor.outline)
  return (
    <div className={styles.beginnings}>
      <Select
        aria-label={t('ofRoom')}
        placeholder={t('ofRoom')}
        showSearch
        allowClear
        filterOption={foundBy('text')}
        value={roomId}
        onChange={setRoomId}
        options={floor.rooms.map((one) => ({
          value: one.id as number,
          label: <bdi>{nameOf(one) || `#${one.id}`}</bdi>,
          text: nameOf(one),
        }))}
      />
      <Button
        disabled={room === undefined || outline.length > MAX_AREA_CORNERS}
        onClick={() => onTake(outline)}
      >
        {t('takeOutline')}
      </Button>
      <Button onClick={() => onTake(squareIn(tape, [middle.longitude, middle.latitude]))}>
        {t('takeSquare')}
      </Button>
    </div>
  )
}

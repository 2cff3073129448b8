import { CopyOutlined } from '@ant-design/icons'
import { Button, Popover, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boxOf } from './drawing/shapes.ts'
import { NumberField } from './NumberField.tsx'
import type { Drawing } from './useDrawing.ts'
import styles from './plans.module.css'

const ways = ['right', 'left', 'up', 'down'] as const
type Way = (typeof ways)[number]
const MAX_COPIES = 100

export function CopyRooms({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation('plans')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [times, setTimes] = useState(1)
  const [way, setWay] = useState<Way>('right')
  const [gap, setGap] = useState(0)
  const { plan, keys, act } = drawing
  function handleCopy(): void {
    const points = [
      ...plan.rooms.filter(({ key }) => keys.includes(key)).flatMap(({ corners }) => corners),
      ...plan.parts.filter(({ key }) => keys.includes(key)).flatMap(({ lines }) => lines.flat()),
    ]
    const box = boxOf(points)
    if (box === null) return
    const by = {
      right: { x: box.wide + gap, y: 0 },
      left: { x: -box.wide - gap, y: 0 },
      up: { x: 0, y: box.deep + gap },
      down: { x: 0, y: -box.deep - gap },
    }[way]
    if (act({ do: 'copy', keys: withDoors(drawing), by, times })) setIsOpen(false)
  }
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setIsOpen}
      title={t('copyTitle')}
      content={
        <div className={styles.copy}>
          <NumberField
            label={t('copyTimes')}
            value={times}
            min={1}
            max={MAX_COPIES}
            step={1}
            digits={0}
            onChange={(value) => setTimes(Math.round(value))}
          />
          <div className={styles.field}>
            <label htmlFor={id}>{t('copyWay')}</label>
            <Select
              id={id}
              value={way}
              onChange={setWay}
              options={ways.map((one) => ({ value: one, label: t(`way.${one}`) }))}
            />
          </div>
          <NumberField
            label={t('copyGap')}
            unit={t('metre')}
            value={gap}
            min={0}
            max={100}
            onChange={setGap}
          />
          <Button type="primary" onClick={handleCopy}>
            {t('copyDo', { count: times })}
          </Button>
        </div>
      }
    >
      <Button icon={<CopyOutlined aria-hidden />}>{t('copy')}</Button>
    </Popover>
  )
}

function withDoors({ plan, keys }: Drawing): string[] {
  const boxes = plan.rooms
    .filter(({ key }) => keys.includes(key))
    .flatMap(({ corners }) => boxOf(corners) ?? [])
  const inWalls = plan.parts.filter(
    ({ kind, lines }) =>
      kind !== 'wall' &&
      boxes.some(({ x, y, wide, deep }) =>
        lines
          .flat()
          .every(
            (at) =>
              at.x >= x - 0.05 &&
              at.x <= x + wide + 0.05 &&
              at.y >= y - 0.05 &&
              at.y <= y + deep + 0.05,
          ),
      ),
  )
  return [...new Set([...keys, ...inWalls.map(({ key }) => key)])]
}

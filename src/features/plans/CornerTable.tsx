import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import type { DrawnRoom } from './drawing/plan.ts'
import { wallEdges } from './drawing/shapes.ts'
import { OPENING_M } from './tools.ts'
import type { Drawing } from './useDrawing.ts'
import styles from './plans.module.css'

const SHOWN = 40

export function CornerTable({ room, act }: { room: DrawnRoom; act: Drawing['act'] }) {
  const { t } = useTranslation(['plans', 'common'])
  const { key } = room
  return (
    <details className={styles.corners}>
      <summary>{t('corners')}</summary>
      <table className="table" aria-label={t('corners')}>
        <thead>
          <tr>
            <th scope="col">{t('corner')}</th>
            <th scope="col">{t('side.x')}</th>
            <th scope="col">{t('side.y')}</th>
            <th scope="col">{t('wallAfter')}</th>
          </tr>
        </thead>
        <tbody>
          {wallEdges(room.corners)
            .slice(0, SHOWN)
            .map(([corner, next], index) => {
              const middle = { x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2 }
              const number = index + 1
              return (
                <tr key={index}>
                  <th scope="row">{number}</th>
                  {(['x', 'y'] as const).map((axis) => (
                    <td key={axis}>
                      <NeededNumber
                        size="small"
                        changeOnBlur
                        controls={false}
                        aria-label={t('cornerAxis', { number, axis: t(`side.${axis}`) })}
                        value={Number(corner[axis].toFixed(2))}
                        onChange={(value) =>
                          act({ do: 'moveCorner', key, index, to: { ...corner, [axis]: value } })
                        }
                      />
                    </td>
                  ))}
                  <td className={styles.cornerActs}>
                    <Button
                      size="small"
                      onClick={() =>
                        act({
                          do: 'setOpening',
                          kind: 'door',
                          at: middle,
                          wide: OPENING_M.door,
                          reach: 0.1,
                        })
                      }
                      aria-label={t('doorAfter', { number })}
                    >
                      {t('tool.door')}
                    </Button>
                    <Button
                      size="small"
                      icon={<PlusOutlined aria-hidden />}
                      aria-label={t('cornerAfter', { number })}
                      onClick={() => act({ do: 'addCorner', key, after: index, at: middle })}
                    />
                    <Button
                      size="small"
                      icon={<DeleteOutlined aria-hidden />}
                      aria-label={t('removeCorner', { number })}
                      onClick={() => act({ do: 'removeCorner', key, index })}
                    />
                  </td>
                </tr>
              )
            })}
        </tbody>
      </table>
    </details>
  )
}

import { DeleteOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { CopyRooms } from './CopyRooms.tsx'
import { KindField } from './KindField.tsx'
import type { Drawing } from './useDrawing.ts'
import styles from './plans.module.css'

export function SeveralForm({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation(['plans', 'common', 'map'])
  const { plan, keys, act } = drawing
  const rooms = plan.rooms.filter(({ key }) => keys.includes(key))
  const [kind] = new Set(rooms.map((room) => room.kind))
  return (
    <section className={styles.form} aria-label={t('chosenSeveral', { count: keys.length })}>
      <strong>{t('chosenSeveral', { count: keys.length })}</strong>
      {rooms.length > 0 && (
        <KindField
          value={rooms.every((room) => room.kind === kind) ? kind : undefined}
          onChange={(next) => act({ do: 'changeRooms', keys, facts: { kind: next } })}
        />
      )}
      <Space wrap>
        <CopyRooms drawing={drawing} />
        {rooms.some(({ place, makesPlace }) => place === null && !makesPlace) && (
          <Button
            onClick={() =>
              act({
                do: 'changeRooms',
                keys: rooms.filter(({ place }) => place === null).map(({ key }) => key),
                facts: { makesPlace: true },
              })
            }
          >
            {t('makePlaces')}
          </Button>
        )}
        <Button
          danger
          icon={<DeleteOutlined aria-hidden />}
          onClick={() => act({ do: 'remove', keys })}
        >
          {t('common:delete')}
        </Button>
      </Space>
    </section>
  )
}

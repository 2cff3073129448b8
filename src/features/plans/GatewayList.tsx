import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '#entities/session/useSession.ts'
import { useDebounced } from '#lib/useDebounced.ts'
import { Remaining } from '#ui/page/marks.tsx'
import { useListGatewaysQuery } from './calls.ts'
import { middleOf } from './drawing/shapes.ts'
import type { Drawing } from './useDrawing.ts'
import styles from './plans.module.css'

const SHOWN = 30

interface Gateway {
  equipmentId: number
  name: string
}

export function GatewayList({
  drawing,
  gateway,
  onGateway,
}: {
  drawing: Drawing
  gateway: Gateway | null
  onGateway(gateway: Gateway | null): void
}) {
  const { t } = useTranslation(['plans', 'common'])
  const may = useMay('editor|equipment')
  const { plan, keys, act } = drawing
  const [search, setSearch] = useState('')
  const asked = useDebounced(search.trim(), 250)
  const { data } = useListGatewaysQuery(
    {
      body: { isPlaced: false, limit: SHOWN, sort: 'name', ...(asked !== '' && { search: asked }) },
    },
    { skip: !may },
  )
  const here = new Set(plan.gateways.map(({ equipmentId }) => equipmentId))
  const free = (data?.rows ?? []).filter(({ equipment }) => !here.has(equipment.id))
  const room = plan.rooms.find(({ key }) => keys.length === 1 && key === keys[0])
  return (
    <>
      {plan.gateways.length > 0 && (
        <ul className={styles.gateways}>
          {plan.gateways.map(({ equipmentId, name, isPlaced }) => (
            <li key={equipmentId}>
              <bdi>{name}</bdi>
              {isPlaced && (
                <Button
                  size="small"
                  type="text"
                  onClick={() => act({ do: 'forgetGateway', equipmentId })}
                >
                  {t('notHere')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {may && (
        <div className={styles.field}>
          <span className={styles.label}>{t('freeGateway')}</span>
          <Select
            aria-label={t('freeGateway')}
            allowClear
            placeholder={t('chooseGateway')}
            notFoundContent={t('noFreeGateway')}
            showSearch={{ searchValue: search, onSearch: setSearch, filterOption: false }}
            value={gateway?.equipmentId}
            onChange={(id?: number) => {
              const found = free.find(({ equipment }) => equipment.id === id)?.equipment
              setSearch('')
              onGateway(found === undefined ? null : { equipmentId: found.id, name: found.name })
            }}
            options={free.map(({ equipment }) => ({
              value: equipment.id,
              label: <bdi>{equipment.name}</bdi>,
            }))}
          />
          <Remaining count={Math.max(0, (data?.count ?? 0) - SHOWN)} />
        </div>
      )}
      {gateway !== null && (
        <p className="quiet">
          {t('gatewayHint')}{' '}
          {room !== undefined && (
            <Button
              size="small"
              onClick={() => {
                act({ do: 'placeGateway', gateway: { ...gateway, at: middleOf(room.corners) } })
                onGateway(null)
              }}
            >
              {t('gatewayInRoom')}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

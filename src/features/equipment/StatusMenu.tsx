import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { referenceListCalls } from '#entities/calls/referenceLists.ts'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { ColourTag, StatusTag } from '#ui/page/marks.tsx'
import type { Output } from '#contract/endpoint.ts'
import type { equipment } from '#contract/equipment/equipment.ts'
import { equipmentCalls } from './calls.ts'
import { useStatusesSet } from './useStatusesSet.ts'
import styles from './bulk.module.css'

/** A short menu; the form has the rest. */
const SHOWN = 50

export function StatusMenu({
  detail: { id, status },
}: {
  detail: Output<typeof equipment.getEquipment>
}) {
  const { t } = useTranslation(['equipment', 'common', 'entities'])
  const [isOpen, setIsOpen] = useState(false)
  const { data, isError } = referenceListCalls.useListEquipmentStatusesQuery(
    { body: { sort: 'name', limit: SHOWN } },
    { skip: !isOpen },
  )
  const [set, { isLoading }] = equipmentCalls.useBulkUpdateStatusMutation()
  const showSet = useStatusesSet()
  async function handleSet(statusId: number | null): Promise<void> {
    const answer = await set({ body: { equipmentIds: [id], statusId } })
    if (answer.data !== undefined) showSet(statusId, answer.data)
  }
  const others = (data?.rows ?? []).filter((one) => Number(one.id) !== Number(status?.id))
  const items =
    data === undefined
      ? [{ key: 'wait', label: t(isError ? 'statusFailed' : 'statusWait'), disabled: true }]
      : [
          ...others.map((one) => ({
            key: String(one.id),
            label: (
              <ColourTag soft colour={one.colour}>
                {one.name}
              </ColourTag>
            ),
          })),
          ...(status === null
            ? []
            : [{ key: 'none', label: <span className="quiet">{t('entities:noStatus')}</span> }]),
        ]
  return (
    <DropMenu
      onOpenChange={setIsOpen}
      menu={{
        items,
        onClick: ({ key }) => void handleSet(key === 'none' ? null : Number(key)),
      }}
    >
      <Button type="text" size="small" className={styles.status} loading={isLoading}>
        {status === null ? t('entities:noStatus') : <StatusTag status={status} />}
        <span className="visually-hidden">, {t('setStatus')}</span>
        <DownOutlined aria-hidden />
      </Button>
    </DropMenu>
  )
}

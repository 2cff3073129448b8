import { CopyOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { pathTo } from '#lib/paths.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { useConfirmDelete } from '#ui/dialog/useConfirm.ts'
import { planCalls } from './calls.ts'

export function FloorDoors({
  floorId,
  buildingId,
  name,
  onDeleted,
}: {
  floorId: number
  buildingId: number
  name: string
  onDeleted(): Promise<void>
}) {
  const { t } = useTranslation(['plans', 'common'])
  const confirmDelete = useConfirmDelete()
  const [remove] = planCalls.useDeleteFloorPlanMutation()
  async function handleDelete(): Promise<void> {
    const isSure = await confirmDelete(name, t('deleteFloorHint'))
    if (!isSure) return
    const answer = await remove({ params: { id: floorId } })
    if (answer.error === undefined) await onDeleted()
  }
  return (
    <>
      <h3>{t('moreOfFloor')}</h3>
      <Space wrap>
        <LinkButton
          to={pathTo('floorPlan', { floorId: 'new' }, { building: buildingId, from: floorId })}
          icon={<CopyOutlined aria-hidden />}
        >
          {t('copyFloor')}
        </LinkButton>
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => void handleDelete()}>
          {t('deleteFloor')}
        </Button>
      </Space>
    </>
  )
}

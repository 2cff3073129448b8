import { DeleteOutlined, EllipsisOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { useConfirmDelete } from './useConfirm.ts'

interface Props<Id extends number> {
  row: { id: Id }
  name: string
  hint: string
  useDelete(): readonly [
    (input: { params: { id: Id } }) => PromiseLike<{ error?: unknown }>,
    { isLoading: boolean },
  ]
  onDeleted(): void
}

/**
 * A menu entry that deletes a panel's row permanently after a confirmation. In a menu, because it
 * is rare.
 */
export function ConfirmedDelete<Id extends number>({
  row,
  name,
  hint,
  useDelete,
  onDeleted,
}: Props<Id>) {
  const { t } = useTranslation()
  const confirmDelete = useConfirmDelete()
  const [remove, { isLoading }] = useDelete()
  async function handleDelete(): Promise<void> {
    if (!(await confirmDelete(name, hint))) return
    if ((await remove({ params: { id: row.id } })).error === undefined) onDeleted()
  }
  return (
    <DropMenu
      menu={{
        items: [
          { key: 'delete', danger: true, icon: <DeleteOutlined aria-hidden />, label: t('delete') },
        ],
        onClick: () => void handleDelete(),
      }}
    >
      <Button
        loading={isLoading}
        icon={<EllipsisOutlined aria-hidden />}
        aria-label={t('moreActions')}
      />
    </DropMenu>
  )
}

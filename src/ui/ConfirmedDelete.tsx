import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirmDelete } from './useConfirm.ts'

interface Props<Id extends number> {
  row: { id: Id }
  name: string
  hint: string
  /** The call that takes it away. Its failure has been told already, and leaves all as it is. */
  useDelete(): readonly [
    (input: { params: { id: Id } }) => PromiseLike<{ error?: unknown }>,
    { isLoading: boolean },
  ]
  onDeleted(): void
}

/** The button of a panel that takes its row away for good, after a question. */
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
    <Button danger type="text" loading={isLoading} onClick={() => void handleDelete()}>
      {t('delete')}
    </Button>
  )
}

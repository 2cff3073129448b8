import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirmDelete } from './useConfirm.ts'

interface Props {
  name: string
  hint: string
  isBusy: boolean
  /** An `error` in the answer has been told already, and leaves all as it is. */
  onDelete(): Promise<{ error?: unknown }>
  onDeleted(): void
}

/** The button of a panel that takes its row away for good, after a question. */
export function ConfirmedDelete({ name, hint, isBusy, onDelete, onDeleted }: Props) {
  const { t } = useTranslation()
  const confirmDelete = useConfirmDelete()
  async function handleDelete(): Promise<void> {
    if (!(await confirmDelete(name, hint))) return
    if ((await onDelete()).error === undefined) onDeleted()
  }
  return (
    <Button danger type="text" loading={isBusy} onClick={() => void handleDelete()}>
      {t('delete')}
    </Button>
  )
}

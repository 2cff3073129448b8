import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { JournalEntry } from '#contract/journal/journal.ts'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { equipmentCalls } from '#entities/calls/equipment.ts'
import { useMay } from '#entities/session/useSession.ts'
import { statusChangeOf } from './statusChange.ts'

export function TakeBack({ entry }: { entry: JournalEntry }) {
  const { t } = useTranslation(['entities', 'equipment'])
  const dispatch = useDispatch()
  const mayEdit = useMay('editor|equipment')
  const [restore, { isLoading, isSuccess }] = equipmentCalls.useRestoreStatusesMutation()
  const change = mayEdit ? statusChangeOf(entry) : null
  if (change === null || isSuccess) return null
  const { before, after } = change
  async function handleUndo(): Promise<void> {
    const { data } = await restore({
      body: {
        statusId: after,
        before: [{ statusId: before, equipmentIds: [entry.entityId] }],
      },
    })
    if (data === undefined) return // the failure's toast has informed the user
    dispatch(
      toastAdded(
        data.left === 0
          ? { level: 'success', message: t('equipment:statusesRestored', { count: data.updated }) }
          : { level: 'warning', message: t('equipment:statusesLeft', { count: data.left }) },
      ),
    )
  }
  return (
    <Button
      type="link"
      size="small"
      loading={isLoading}
      aria-label={`${t('journalTakeBack')}: ${entry.entityName}`}
      onClick={() => void handleUndo()}
    >
      {t('journalTakeBack')}
    </Button>
  )
}

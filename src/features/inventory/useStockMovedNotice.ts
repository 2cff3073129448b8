import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { useUndoableToast } from '#ui/feedback/toaster/undo.ts'
import { stockCalls } from '#entities/inventory/stockCalls.ts'

export function useStockMovedNotice() {
  const { t } = useTranslation('inventory')
  const dispatch = useDispatch()
  const tell = useUndoableToast()
  const [undo, { isLoading }] = stockCalls.useUndoStockMovementMutation()
  async function takeBack(movementId: number): Promise<void> {
    const { data } = await undo({ params: { id: movementId } })
    if (data !== undefined) dispatch(toastAdded({ level: 'success', message: t('undone') }))
  }
  return {
    isBusy: isLoading,
    takeBack,
    tellMoved: (message: string, movementId: number) =>
      tell({ level: 'success', message }, () => void takeBack(movementId)),
  }
}

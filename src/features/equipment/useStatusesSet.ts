import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { StatusesSet } from '#contract/equipment/equipment.ts'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { useUndoableToast } from '#ui/feedback/toaster/undo.ts'
import { equipmentCalls } from './calls.ts'

/** Reports a status change with undo in the toast. Undo keeps changes made since by others. */
export function useStatusesSet(): (statusId: number | null, set: StatusesSet) => void {
  const { t } = useTranslation(['equipment', 'notices', 'fellows'])
  const dispatch = useDispatch()
  const tell = useUndoableToast()
  const [restore] = equipmentCalls.useRestoreStatusesMutation()
  return (statusId, { before, fellows }) => {
    if (before.length === 0) {
      dispatch(toastAdded({ message: t('statusesSame') }))
      return
    }
    tell(
      {
        level: 'success',
        message: [
          t('notices:statusChanged'),
          ...(fellows === 0 ? [] : [t('fellows:statusAlong', { count: fellows })]),
        ].join('\n'),
      },
      () => {
        void restore({ body: { statusId, before } }).then(({ data }) => {
          if (data === undefined) return
          const lines = [
            ...(data.updated > 0 || data.left === 0
              ? [t('statusesRestored', { count: data.updated })]
              : []),
            ...(data.left === 0 ? [] : [t('statusesLeft', { count: data.left })]),
          ]
          dispatch(
            toastAdded({
              level: data.left === 0 ? 'success' : 'warning',
              message: lines.join('\n'),
            }),
          )
        })
      },
    )
  }
}

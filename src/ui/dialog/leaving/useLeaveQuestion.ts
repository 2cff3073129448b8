import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../useConfirm.ts'

/** Asks before unsaved input is lost. `hint`: the form's own text on what becomes of it. */
export function useLeaveQuestion(): (hint: string | undefined) => Promise<boolean> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  return useCallback(
    (hint) =>
      confirm({
        title: t('leaveTitle'),
        hint: hint ?? t('leaveHint'),
        okText: t('leave'),
        cancelText: t('stay'),
        danger: true,
      }),
    [confirm, t],
  )
}

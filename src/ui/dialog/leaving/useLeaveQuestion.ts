import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../useConfirm.ts'

/** Asks before what is typed is lost; `hint`: the form's own word for what becomes of it. */
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

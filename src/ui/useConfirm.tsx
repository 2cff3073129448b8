import { App } from 'antd'
import { useCallback, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface Question {
  title: string
  hint?: ReactNode
  okText: string
  danger?: boolean
  cancelText?: string
}

/**
 * The one confirmation: `if (await confirm({ title, hint, okText, danger: true })) …`. Only for
 * what is permanent; what can be undone is undone instead.
 */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const { modal } = App.useApp()
  const { t } = useTranslation()
  return useCallback(
    async ({ title, hint, okText, danger, cancelText }) => {
      const answer: unknown = await modal.confirm({
        title,
        content: hint,
        okText,
        cancelText: cancelText ?? t('cancel'),
        icon: null,
        centered: true,
        okButtonProps: { danger: danger === true },
        autoFocusButton: danger === true ? 'cancel' : 'ok',
      })
      return answer === true
    },
    [modal, t],
  )
}

/** Spec section 5: what is discarded is gone for good, so it is asked. */
export function useConfirmDiscard(): () => Promise<boolean> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  return useCallback(
    () =>
      confirm({
        title: t('discardTitle'),
        hint: t('discardText'),
        okText: t('discard'),
        danger: true,
      }),
    [confirm, t],
  )
}

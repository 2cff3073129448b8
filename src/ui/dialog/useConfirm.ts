import { use, useCallback, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmationContext } from './confirmation/ConfirmationHost.tsx'
import type { Question } from './confirmation/Confirmations.tsx'

/**
 * The one confirmation: `if (await confirm({ title, hint, okText, danger: true })) …`. Only for
 * what is permanent; what can be undone is undone instead.
 */
export function useConfirm() {
  const ask = use(ConfirmationContext)
  const { t } = useTranslation()
  return useCallback(
    ({
      cancelText = t('cancel'),
      ...question
    }: Omit<Question, 'cancelText'> & { cancelText?: string }): Promise<boolean> =>
      ask({ ...question, cancelText }),
    [ask, t],
  )
}

/** What is deleted for good is asked about by its name; `hint` says what goes with it. */
export function useConfirmDelete(): (name: string, hint: ReactNode) => Promise<boolean> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  return useCallback(
    (name, hint) =>
      confirm({ title: t('confirmDelete', { name }), hint, okText: t('delete'), danger: true }),
    [confirm, t],
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

import { use, useCallback, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmationContext } from './confirmation/ConfirmationHost.tsx'
import type { Question } from './confirmation/Confirmations.tsx'

/**
 * Asks for confirmation: `if (await confirm({ title, hint, okText, danger: true })) …`. Only for
 * permanent actions; others offer undo.
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

/** Asks before a permanent deletion, by name. `hint` says what else is deleted. */
export function useConfirmDelete(): (name: string, hint: ReactNode) => Promise<boolean> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  return useCallback(
    (name, hint) =>
      confirm({ title: t('confirmDelete', { name }), hint, okText: t('delete'), danger: true }),
    [confirm, t],
  )
}

/** Spec section 5: discarded input is gone for good, so the page asks. */
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

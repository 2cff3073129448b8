import { Modal } from 'antd'
import { useEffect, type ReactNode } from 'react'

export interface Question {
  title: string
  hint?: ReactNode
  okText: string
  danger?: boolean
  cancelText: string
}
export type Ask = (question: Question) => Promise<boolean>

/** Draws what is asked, in the page's own words and colours. */
export function Confirmations({ onReady }: { onReady(ask: Ask): void }) {
  const [modal, drawn] = Modal.useModal()
  useEffect(
    () =>
      onReady(async ({ title, hint, okText, danger = false, cancelText }) => {
        const answer: unknown = await modal.confirm({
          title,
          content: hint,
          okText,
          cancelText,
          icon: null,
          centered: true,
          okButtonProps: { danger },
          autoFocusButton: danger ? 'cancel' : 'ok',
        })
        return answer === true
      }),
    [modal, onReady],
  )
  return drawn
}

import { Modal } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { addOverlay } from '../leaving/leaving.ts'

export interface Question {
  title: string
  hint?: ReactNode
  okText: string
  danger?: boolean
  cancelText: string
}
export type Ask = (question: Question) => Promise<boolean>

export function Confirmations({ onReady }: { onReady(ask: Ask): void }) {
  const [modal, drawn] = Modal.useModal()
  useEffect(
    () =>
      onReady(
        ({ title, hint, okText, danger = false, cancelText }) =>
          new Promise((answer) => {
            const asked = modal.confirm({
              title,
              content: hint,
              okText,
              cancelText,
              icon: null,
              centered: true,
              okButtonProps: { danger },
              focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
              onOk: () => settle(true),
              onCancel: () => settle(false),
            })
            const remove = addOverlay({
              close: () => {
                asked.destroy()
                settle(false)
              },
            })
            function settle(isMeant: boolean): void {
              remove()
              answer(isMeant)
            }
          }),
      ),
    [modal, onReady],
  )
  return drawn
}

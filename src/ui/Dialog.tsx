/** A dialog over the screen; the way back closes it, as on a phone one expects. */
import { Modal, type ModalProps } from 'antd'
import { OverlayContext, useClosesAtBack } from './leaving/useClosesAtBack.ts'

type Props = Omit<ModalProps, 'onCancel'> & {
  open: boolean
  /** Left out: it is closed by its own buttons alone. */
  onCancel?(): void
}

export function Dialog({ onCancel, children, ...props }: Props) {
  const overlay = useClosesAtBack(props.open, () => onCancel?.())
  return (
    <Modal {...props} {...(onCancel === undefined ? {} : { onCancel: () => onCancel() })}>
      <OverlayContext value={overlay}>{children}</OverlayContext>
    </Modal>
  )
}

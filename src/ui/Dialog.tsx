/** A dialog over the screen; the way back closes it, as on a phone one expects. */
import { Modal, type ModalProps } from 'antd'
import { OverlayContext, useClose, useClosesAtBack } from './leaving/useClosesAtBack.ts'

type Props = Omit<ModalProps, 'onCancel'> & {
  open: boolean
  /** Left out: it is closed by its own buttons alone. */
  onCancel?(): void
  /** It is the screen itself: the way back leads away from it, as from any other. */
  isScreen?: boolean
}

export function Dialog({ onCancel, isScreen = false, children, ...props }: Props) {
  const overlay = useClosesAtBack(props.open && !isScreen, () => onCancel?.())
  const close = useClose(overlay, () => onCancel?.())
  return (
    <Modal {...props} {...(onCancel === undefined ? {} : { onCancel: close })}>
      <OverlayContext value={overlay}>{children}</OverlayContext>
    </Modal>
  )
}

/** A dialog over the screen; the way back closes it, as on a phone one expects. */
import { Modal, type ModalProps } from 'antd'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { FocusKept } from './FocusKept.tsx'
import { OverlayContext, useClose, useClosesAtBack } from './leaving/useClosesAtBack.ts'
import { useLeaveGuard } from './leaving/useLeaveGuard.ts'
import { useFocusBack } from './useFocusBack.ts'

type Props = Omit<ModalProps, 'onCancel'> & {
  open: boolean
  /** Left out: it is closed by its own buttons alone. */
  onCancel?(): void
  /** It is the screen itself: the way back leads away from it, as from any other. */
  isScreen?: boolean
  /** Closing it would lose something, and is asked about; a form that guards itself needs none. */
  isDirty?: boolean
}

export function Dialog({ onCancel, isScreen = false, isDirty = false, children, ...props }: Props) {
  const overlay = useClosesAtBack(props.open && !isScreen, () => onCancel?.())
  const close = useClose(overlay, () => onCancel?.())
  useFocusBack(props.open)
  return (
    <Modal {...props} {...(onCancel === undefined ? {} : { onCancel: close })}>
      <OverlayContext value={overlay}>
        <LeaveGuard isDirty={isDirty} />
        <OnceAttached>
          {children}
          <FocusKept />
        </OnceAttached>
      </OverlayContext>
    </Modal>
  )
}

/**
 * The component library draws a dialog first and puts it into the page then, where nothing moves:
 * the field that is to have the focus could not take it yet.
 */
function OnceAttached({ children }: { children: ReactNode }) {
  const [isAttached, setIsAttached] = useState(false)
  useLayoutEffect(() => setIsAttached(true), [])
  return isAttached && children
}

/** Within the dialog, so that it is the dialog's closing that it guards. */
function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  useLeaveGuard(isDirty)
  return null
}

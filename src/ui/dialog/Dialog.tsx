/** A dialog that the back button closes, as phone users expect. */
import { Modal, type ModalProps } from 'antd'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { FocusKept } from './FocusKept.tsx'
import { OverlayContext, useClose, useClosesAtBack } from './leaving/useClosesAtBack.ts'
import { useLeaveGuard } from './leaving/useLeaveGuard.ts'
import { useFocusBack } from './useFocusBack.ts'

type Props = Omit<ModalProps, 'onCancel'> & {
  open: boolean
  /** Omit if only the dialog's own buttons close it. */
  onCancel?(): void
  /** The dialog is the screen itself: the back button leaves it like any screen. */
  isScreen?: boolean
  /** Asks before closing. Not needed if the form has its own guard. */
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

/** antd renders a dialog before it attaches it, and a detached field cannot take the focus. */
function OnceAttached({ children }: { children: ReactNode }) {
  const [isAttached, setIsAttached] = useState(false)
  useLayoutEffect(() => setIsAttached(true), [])
  return isAttached && children
}

/** Inside the dialog, so that it guards the dialog's closing. */
function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  useLeaveGuard(isDirty)
  return null
}

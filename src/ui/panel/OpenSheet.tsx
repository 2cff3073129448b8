import { Drawer, type DrawerProps } from 'antd'
import { FocusKept } from '#ui/dialog/FocusKept.tsx'
import { OverlayContext, useClose, useClosesAtBack } from '#ui/dialog/leaving/useClosesAtBack.ts'

export type SheetProps = Omit<DrawerProps, 'onClose'> & { open: boolean; onClose(): void }

export function OpenSheet({ onClose, children, ...props }: SheetProps) {
  const overlay = useClosesAtBack(props.open, onClose)
  const close = useClose(overlay, onClose)
  return (
    <Drawer {...props} onClose={close}>
      <OverlayContext value={overlay}>
        {children}
        <FocusKept />
      </OverlayContext>
    </Drawer>
  )
}

/** A sheet from an edge of the screen; the back button closes it, as phone users expect. */
import { Drawer, type DrawerProps } from 'antd'
import { FocusKept } from '#ui/dialog/FocusKept.tsx'
import { OverlayContext, useClose, useClosesAtBack } from '#ui/dialog/leaving/useClosesAtBack.ts'

type Props = Omit<DrawerProps, 'onClose'> & { open: boolean; onClose(): void }

export function Sheet({ onClose, children, ...props }: Props) {
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

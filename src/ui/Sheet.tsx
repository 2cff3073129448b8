/** A sheet from an edge of the screen; the way back closes it, as on a phone one expects. */
import { Drawer, type DrawerProps } from 'antd'
import { OverlayContext, useClosesAtBack } from './leaving/useClosesAtBack.ts'

type Props = Omit<DrawerProps, 'onClose'> & { open: boolean; onClose(): void }

export function Sheet({ onClose, children, ...props }: Props) {
  const overlay = useClosesAtBack(props.open, onClose)
  return (
    <Drawer {...props} onClose={() => onClose()}>
      <OverlayContext value={overlay}>{children}</OverlayContext>
    </Drawer>
  )
}

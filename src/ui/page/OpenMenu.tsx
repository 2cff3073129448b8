import { Dropdown, type DropdownProps, type MenuProps } from 'antd'
import { forwardRef, useImperativeHandle, type RefObject } from 'react'
import { useClosesAtBack } from '#ui/dialog/leaving/useClosesAtBack.ts'

export interface MenuOfButton extends Pick<DropdownProps, 'menu' | 'placement'> {
  button: RefObject<HTMLElement | null>
  isOpen: boolean
  onChange(isOpen: boolean): void
}

/** Lends antd the button, which was there before the menu. */
const Anchor = forwardRef<HTMLElement | null, { button: MenuOfButton['button'] }>(function Anchor(
  { button },
  ref,
) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => button.current)
  return null
})

/** Moves the focus into the menu and back: antd hides the menu together with the focus. */
export function OpenMenu({ button, isOpen, onChange, menu, ...props }: MenuOfButton) {
  useClosesAtBack(isOpen, () => onChange(false))
  const handleOpen = (opens: boolean) => {
    if (!opens && document.activeElement?.closest('[role="menu"]')) button.current?.focus()
    onChange(opens)
  }
  const handlePress: NonNullable<MenuProps['onClick']> = (pressed) => {
    // Otherwise the browser also presses the link in the entry, or the newly focused button.
    if (pressed.domEvent.type === 'keydown') pressed.domEvent.preventDefault()
    // Comes before the entry's own action, whose target then takes the focus.
    button.current?.focus()
    menu?.onClick?.(pressed)
  }
  return (
    <Dropdown
      {...props}
      open={isOpen}
      menu={{ ...menu, onClick: handlePress }}
      trigger={['click']}
      autoFocus
      onOpenChange={handleOpen}
    >
      <Anchor button={button} />
    </Dropdown>
  )
}

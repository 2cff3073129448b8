import { Dropdown, type DropdownProps, type MenuProps } from 'antd'
import { cloneElement, useRef, useState, type ReactElement, type Ref } from 'react'
import { useClosesAtBack } from '#ui/dialog/leaving/useClosesAtBack.ts'

interface Props extends Pick<DropdownProps, 'menu' | 'placement' | 'disabled' | 'onOpenChange'> {
  children: ReactElement<{ ref?: Ref<HTMLElement> }>
}

/**
 * A button's menu. Moves the focus into the menu and back: antd hides the menu together with the
 * focus.
 */
export function DropMenu({ children, menu, onOpenChange, ...props }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  useClosesAtBack(isOpen, () => setIsOpen(false))
  const button = useRef<HTMLElement>(null)
  const handleOpen: NonNullable<DropdownProps['onOpenChange']> = (opens, info) => {
    setIsOpen(opens)
    if (!opens && document.activeElement?.closest('[role="menu"]')) button.current?.focus()
    onOpenChange?.(opens, info)
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
      {cloneElement(children, { ref: button })}
    </Dropdown>
  )
}

import { Dropdown, type DropdownProps, type MenuProps } from 'antd'
import { cloneElement, useRef, useState, type ReactElement, type Ref } from 'react'
import { useClosesAtBack } from '#ui/dialog/leaving/useClosesAtBack.ts'

interface Props extends Pick<DropdownProps, 'menu' | 'placement' | 'disabled' | 'onOpenChange'> {
  /** The button that it hangs on. */
  children: ReactElement<{ ref?: Ref<HTMLElement> }>
}

/**
 * A menu of a button. The keyboard goes into it as it opens and comes back to the button as it
 * closes: what the component library hides would take the focus with it.
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
    // The key has done its work: it must not press the link in the entry as well, nor the button
    // that has the focus by the time the browser acts on it.
    if (pressed.domEvent.type === 'keydown') pressed.domEvent.preventDefault()
    // Before what the entry opens takes the focus: coming later, it would take it away again.
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

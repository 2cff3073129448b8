import {
  cloneElement,
  Suspense,
  useRef,
  useState,
  type MouseEventHandler,
  type ReactElement,
  type Ref,
} from 'react'
import { OpenMenu } from '#ui/lateParts.tsx'
import type { MenuOfButton } from './OpenMenu.tsx'

interface Props extends Pick<MenuOfButton, 'menu' | 'placement'> {
  disabled?: boolean | undefined
  onOpenChange?: (isOpen: boolean) => void
  children: ReactElement<{
    ref?: Ref<HTMLElement>
    className?: string
    disabled?: boolean | undefined
    onClick?: MouseEventHandler
  }>
}

/** A button whose menu loads with its first press, or before when the browser is idle. */
export function DropMenu({ children, disabled, onOpenChange, ...props }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const button = useRef<HTMLElement>(null)
  const own = children.props
  const change = (opens: boolean) => {
    setIsOpen(opens)
    if (opens) setWasOpen(true)
    onOpenChange?.(opens)
  }
  const names = [own.className, 'ant-dropdown-trigger', isOpen && 'ant-dropdown-open']
  return (
    <>
      {cloneElement(children, {
        ref: button,
        className: names.filter(Boolean).join(' '),
        disabled: own.disabled ?? disabled,
        onClick: (event) => {
          own.onClick?.(event)
          change(!isOpen)
        },
      })}
      {wasOpen && (
        <Suspense fallback={null}>
          <OpenMenu {...props} button={button} isOpen={isOpen} onChange={change} />
        </Suspense>
      )}
    </>
  )
}

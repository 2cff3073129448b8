import type { MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'

/**
 * An entry of a menu that leads somewhere: it opens in a new tab and can be copied, as a link can.
 * Its key is its address.
 */
export const menuLink = (to: string, label: ReactNode, icon?: ReactNode) => ({
  key: to,
  icon,
  label: <Link to={to}>{label}</Link>,
})

/**
 * For the menu that holds them: by the keyboard the component library presses the entry, not the
 * link in it.
 */
export function useMenuLinks(): NonNullable<MenuProps['onClick']> {
  const navigate = useNavigate()
  return ({ key, domEvent }) => {
    if (domEvent.type !== 'keydown' || !key.startsWith('/')) return
    if (domEvent.ctrlKey || domEvent.metaKey) window.open(key, '_blank', 'noopener')
    else void navigate(key)
  }
}

import type { MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'

/** A menu entry that is a link: it opens in a new tab and can be copied. Its key is its address. */
export const menuLink = (to: string, label: ReactNode, icon?: ReactNode) => ({
  key: to,
  icon,
  label: <Link to={to}>{label}</Link>,
})

/**
 * Click handler for the menu of such entries: by keyboard, antd activates the entry instead of its
 * link.
 */
export function useMenuLinks(): NonNullable<MenuProps['onClick']> {
  const navigate = useNavigate()
  return ({ key, domEvent }) => {
    if (domEvent.type !== 'keydown' || !key.startsWith('/')) return
    if (domEvent.ctrlKey || domEvent.metaKey) window.open(key, '_blank', 'noopener')
    else void navigate(key)
  }
}

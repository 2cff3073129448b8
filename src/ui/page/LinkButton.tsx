import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router-dom'

/**
 * A button's look on a link: it opens in a new tab, can be copied, and is read aloud as what it is.
 */
export function LinkButton({
  to,
  ...rest
}: Omit<ButtonProps, 'href' | 'onClick'> & { to: string }) {
  const href = useHref(to)
  const handleClick = useLinkClickHandler<HTMLElement>(to)
  return (
    <Button
      {...rest}
      href={href}
      onClick={(event) => handleClick(event as Parameters<typeof handleClick>[0])}
    />
  ) // with an address, antd draws a link
}

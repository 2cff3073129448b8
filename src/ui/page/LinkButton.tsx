import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router-dom'

/** A link that looks like a button: it opens in a new tab, can be copied, and is read as a link. */
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
  )
}

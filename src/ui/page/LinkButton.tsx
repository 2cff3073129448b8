import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router-dom'

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

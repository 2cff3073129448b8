import qrcode from 'qrcode-generator'
import { useMemo } from 'react'

interface Props {
  text: string
  /** Null if text beside it describes the code. */
  label: string | null
  className?: string | undefined
  /** Error correction. `L` allows larger squares, for the smallest labels. */
  level?: 'L' | 'M'
}

/** Black on white in every theme, because cameras need it. */
export function QrCode({ text, label, className, level = 'M' }: Props) {
  const { count, squares } = useMemo(() => {
    const code = qrcode(0, level)
    code.addData(text)
    code.make()
    const size = code.getModuleCount()
    const dark: string[] = []
    for (let y = 0; y < size; y += 1)
      for (let x = 0; x < size; x += 1)
        if (code.isDark(y, x)) dark.push(`M${x + 2} ${y + 2}h1v1h-1z`)
    return { count: size, squares: dark.join('') }
  }, [text, level])
  return (
    <svg
      className={className}
      viewBox={`0 0 ${count + 4} ${count + 4}`}
      shapeRendering="crispEdges"
      {...(label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={squares} fill="#000" />
    </svg>
  )
}

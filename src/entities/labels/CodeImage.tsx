import { useMemo } from 'react'
import type { Modules } from './modules.ts'

interface Props {
  modules: Modules
  /** Null if text beside it describes the code. */
  label: string | null
  className?: string | undefined
}

/** White modules that readers need around a code. */
const QUIET = { square: 2, bars: 10 }

/** Black on white in every theme, because cameras need it. The bars of a barcode are stretched. */
export function CodeImage({ modules, label, className }: Props) {
  const path = useMemo(() => pathOf(modules), [modules])
  const { columns, rows } = modules
  const isBars = rows === 1
  const [across, down] = isBars ? [QUIET.bars, 0] : [QUIET.square, QUIET.square]
  return (
    <svg
      className={className}
      viewBox={`${-across} ${-down} ${columns + 2 * across} ${rows + 2 * down}`}
      preserveAspectRatio={isBars ? 'none' : 'xMidYMid'}
      shapeRendering="crispEdges"
      {...(label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

function pathOf({ columns, rows, isDark }: Modules): string {
  const dark: string[] = []
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1) if (isDark(x, y)) dark.push(`M${x} ${y}h1v1h-1z`)
  return dark.join('')
}

import type { SelectProps } from 'antd'
import type { DefaultOptionType } from 'antd/es/select'
import { Suspense } from 'react'
import { LateSelect } from '#ui/lateParts.tsx'

const HEIGHT = { small: 24, middle: 32, medium: 32, large: 40 } as const

/** The Select of antd, for first screens: they keep its place until it has loaded. */
export function Select<V, O extends DefaultOptionType = DefaultOptionType>(
  props: SelectProps<V, O>,
) {
  const { className, style, size = 'middle' } = props
  const place = (
    <span
      className={className}
      style={{ display: 'inline-block', blockSize: HEIGHT[size], ...style }}
    />
  )
  return (
    <Suspense fallback={place}>
      {/* A part that loads later has no type parameters. */}
      <LateSelect {...(props as unknown as SelectProps)} />
    </Suspense>
  )
}

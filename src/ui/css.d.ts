import 'react'

declare module 'react' {
  /** Custom properties may stand in a style. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined
  }
}

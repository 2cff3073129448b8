/** Checks that colours derived by antd are as readable as the tokens. */
import { theme } from 'antd'
import { expect, it } from 'vitest'
import { antdThemeOf } from './antdTheme.ts'
import { schemes, type Scheme } from './tokens.ts'

/** The minimum contrast for text of this size (WCAG 2.2, 1.4.3). */
const READABLE = 4.5

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const states = ['colorLink', 'colorLinkHover', 'colorLinkActive'] as const
const grounds = ['surface', 'ground', 'hover'] as const

it.each(Object.keys(schemes) as Scheme[])(
  'a link is readable under the pointer and pressed in %s',
  (scheme) => {
    const token = theme.getDesignToken(antdThemeOf(scheme))
    const faint = states.flatMap((state) =>
      grounds
        .map((ground) => ({ ground, contrast: contrastOf(token[state], schemes[scheme][ground]) }))
        .filter(({ contrast }) => contrast < READABLE)
        .map(({ ground, contrast }) => `${state} on ${ground}: ${contrast.toFixed(2)}`),
    )
    expect(faint).toEqual([])
  },
)

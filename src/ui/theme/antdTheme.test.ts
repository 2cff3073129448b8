/** Checks that text is readable: in colours that antd derives, and in each colour of a tag. */
import { theme } from 'antd'
import { describe, expect, it } from 'vitest'
import { colours } from '#contract/colours.ts'
import { antdThemeOf } from './antdTheme.ts'
import { meaningColours, schemes, type Scheme } from './tokens.ts'

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

/** Where a tag stands: pages, panels, rows under the pointer or chosen, notes. */
const tagGrounds = [
  'surface',
  'ground',
  'raised',
  'sunken',
  'hover',
  'selected',
  'accentSoft',
] as const

describe.each(Object.keys(schemes) as Scheme[])('the scheme %s', (scheme) => {
  it.each(colours)(
    'has readable text of a tag in %s, on the tag and wherever tags stand',
    (name) => {
      const { ink, soft } = meaningColours[scheme][name]
      const faint = [soft, ...tagGrounds.map((ground) => schemes[scheme][ground])].filter(
        (ground) => contrastOf(ink, ground) < READABLE,
      )
      expect(faint).toEqual([])
    },
  )

  it('has readable plain and quiet text wherever tags stand', () => {
    const faint = tagGrounds.filter((ground) =>
      [schemes[scheme].text, schemes[scheme].textQuiet].some(
        (text) => contrastOf(text, schemes[scheme][ground]) < READABLE,
      ),
    )
    expect(faint).toEqual([])
  })
})

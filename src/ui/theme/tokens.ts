/** The only file of design tokens. CSS reads them as `--pr-…` variables, antd through its theme. */
import type { Colour } from '#contract/colours.ts'
import type { RoomUse } from '#contract/venue/roomUses.ts'

export type Scheme = 'light' | 'dark'

export interface Tokens {
  ground: string
  surface: string
  raised: string
  sunken: string
  hover: string
  selected: string
  line: string
  lineStrong: string
  text: string
  textQuiet: string
  accent: string
  accentHover: string
  accentSoft: string
  onAccent: string
  focus: string
  shadowFloat: string
}

export const schemes: Record<Scheme, Tokens> = {
  light: {
    ground: '#f4f6f7',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#eef1f3',
    hover: '#f0f3f5',
    selected: '#e3f1f1',
    line: '#e1e6e9',
    lineStrong: '#c9d1d6',
    text: '#17212a',
    textQuiet: '#586773',
    accent: '#0f6b74',
    accentHover: '#0b5760',
    accentSoft: '#e0f0f0',
    onAccent: '#ffffff',
    focus: '#0f6b74',
    shadowFloat: '0 8px 28px rgb(20 35 45 / 14%), 0 2px 6px rgb(20 35 45 / 8%)',
  },
  dark: {
    ground: '#0f1518',
    surface: '#161d21',
    raised: '#1c2429',
    sunken: '#11181b',
    hover: '#1e272c',
    selected: '#163236',
    line: '#283238',
    lineStrong: '#3b474e',
    text: '#e6ecef',
    textQuiet: '#9aa8b1',
    accent: '#4fb8c0',
    accentHover: '#74cdd3',
    accentSoft: '#163539',
    onAccent: '#06191b',
    focus: '#6fd0d7',
    shadowFloat: '0 10px 32px rgb(0 0 0 / 55%), 0 2px 6px rgb(0 0 0 / 40%)',
  },
}

/**
 * Used only for meaning: status, level, series. `ink` is readable on `soft` and on the surface
 * (AA).
 */
export interface MeaningColour {
  solid: string
  ink: string
  soft: string
}

export const meaningColours: Record<Scheme, Record<Colour, MeaningColour>> = {
  light: {
    blue: { solid: '#2f74d0', ink: '#1c559f', soft: '#e4eefb' },
    green: { solid: '#2b8f57', ink: '#1a6b3e', soft: '#e0f3e7' },
    orange: { solid: '#d9771f', ink: '#96480b', soft: '#fcecdb' },
    purple: { solid: '#7a53c7', ink: '#5c37a6', soft: '#eee7fb' },
    pink: { solid: '#cf4b92', ink: '#a12a6b', soft: '#fbe5f1' },
    red: { solid: '#cf3f3f', ink: '#a52525', soft: '#fbe4e3' },
    turquoise: { solid: '#18949c', ink: '#0d6a70', soft: '#ddf2f2' },
    yellow: { solid: '#c79a06', ink: '#785b00', soft: '#faf1cf' },
  },
  dark: {
    blue: { solid: '#5b9bec', ink: '#9cc4f8', soft: '#1a2c45' },
    green: { solid: '#4dbb7e', ink: '#8bdcae', soft: '#173325' },
    orange: { solid: '#e9944a', ink: '#f5b97f', soft: '#3b2714' },
    purple: { solid: '#a184e6', ink: '#c6b2f4', soft: '#2c2345' },
    pink: { solid: '#e277b1', ink: '#f2a9d0', soft: '#3d1f31' },
    red: { solid: '#e56b68', ink: '#f6a3a0', soft: '#3f2020' },
    turquoise: { solid: '#3fb9c0', ink: '#82dbe0', soft: '#123436' },
    yellow: { solid: '#d8b136', ink: '#ecd178', soft: '#362e10' },
  },
}

/** Quiet tints by a room's use. They never carry meaning alone. */
export const roomTints: Record<Scheme, Record<RoomUse, string>> = {
  light: {
    care: '#dde9fa',
    treatment: '#d5ede6',
    office: '#f4ecd6',
    public: '#fae5d5',
    store: '#e7e2f1',
    technical: '#dde3e8',
    sanitary: '#d3edf5',
    circulation: '#fbfbf9',
    closed: '#d3d8da',
    other: '#f1efe9',
  },
  dark: {
    care: '#22344d',
    treatment: '#1b3d36',
    office: '#3c3522',
    public: '#423022',
    store: '#322e45',
    technical: '#2a333a',
    sanitary: '#1a3a47',
    circulation: '#1d262b',
    closed: '#12181b',
    other: '#2b3031',
  },
}

const dashed = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * Every token as a CSS custom property: `--pr-text-quiet`, `--pr-red`, `--pr-red-ink`,
 * `--pr-red-soft`.
 */
export function cssVariables(scheme: Scheme): [string, string][] {
  const plain = Object.entries(schemes[scheme]).map(([name, value]): [string, string] => [
    `--pr-${dashed(name)}`,
    String(value),
  ])
  const colours = Object.entries(meaningColours[scheme]).flatMap(
    ([name, colour]): [string, string][] => [
      [`--pr-${name}`, colour.solid],
      [`--pr-${name}-ink`, colour.ink],
      [`--pr-${name}-soft`, colour.soft],
    ],
  )
  return [...plain, ...colours]
}

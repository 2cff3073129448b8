import type { Colour } from '#contract/colours.ts'

const scoreLevels = ['low', 'middle', 'high'] as const
export type ScoreLevel = (typeof scoreLevels)[number]

export function scoreLevel(score: number): ScoreLevel {
  if (score < 60) return 'low'
  return score < 85 ? 'middle' : 'high'
}

export const colourOfLevel: Record<ScoreLevel, Colour> = {
  low: 'red',
  middle: 'orange',
  high: 'green',
}

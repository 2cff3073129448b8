import { describe, expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { changeNames } from '#contract/metricNames.ts'
import { lastingText, words } from './texts.ts'

const text = (
  kind: 'sensorTooHigh' | 'sensorTooLow' | 'sensorSilent',
  metric: string,
  detail = '',
) =>
  lastingText(words.en, kind, {
    name: 'Cold room',
    metric: changeNames.find((one) => one === metric) ?? 'temperature',
    detail,
  })

describe('the mail about a sensor', () => {
  it('tells yes and no by word, and a leak as a leak', () => {
    expect(text('sensorTooHigh', 'contact')).toBe('“Cold room” reports: open.')
    expect(text('sensorTooLow', 'vibration')).toBe('“Cold room” reports: no vibration.')
    expect(text('sensorTooHigh', 'alarm')).toBe('“Cold room” reports: alarm.')
    expect(text('sensorTooHigh', 'waterLeak')).toBe('“Cold room” reports a leak.')
    expect(text('sensorTooHigh', 'waterLeak', '×2')).toBe('“Cold room” reports a leak.')
    expect(text('sensorSilent', 'contact')).toBe('“Cold room” no longer sends.')
  })

  it('tells a number with its value', () => {
    expect(text('sensorTooHigh', 'temperature', '9.5 °C')).toBe(
      '“Cold room” reads too high: 9.5 °C.',
    )
  })

  it('has a word for each yes/no metric in each language', () => {
    for (const language of languages)
      for (const metric of changeNames)
        for (const word of words[language].yesNo[metric]) expect(word).not.toBe('')
  })
})

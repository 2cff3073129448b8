import { describe, expect, it } from 'vitest'
import { causeKinds } from '#contract/alerts.ts'
import type { Id } from '#contract/ids.ts'
import { languages } from '#contract/languages.ts'
import { changeNames } from '#contract/metricNames.ts'
import { causeText, lastingText, words, type Cause } from './texts.ts'

const text = (
  kind: 'sensorTooHigh' | 'sensorTooLow' | 'sensorSilent',
  metric: string,
  detail = '',
) =>
  lastingText('en', kind, {
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

  it('writes the value as its reader does, also of what is left of a stock', () => {
    const cause: Cause = {
      id: 1 as Id<'alert'>,
      kind: 'sensorTooHigh',
      name: 'Lednice 3',
      metric: 'temperature',
      detail: '9.5 °C',
      place: 'Sklad',
    }
    expect(causeText('cs', cause)).toBe('„Lednice 3“ měří příliš mnoho: 9,5 °C.')
    expect(causeText('cs', { ...cause, kind: 'stockLow', name: 'Rukavice', detail: '2.5 l' })).toBe(
      'Zásoba „Rukavice“ v místě „Sklad“ je pod minimem: 2,5 l.',
    )
    for (const language of languages)
      for (const kind of causeKinds) {
        const text = causeText(language, { ...cause, kind })
        expect(text).toContain('Lednice 3')
        if (kind === 'sensorTooLow' || kind === 'stockLow') expect(text).toMatch(/9[.,]5 °C/)
      }
  })

  it('has a word for each yes/no metric in each language', () => {
    for (const language of languages)
      for (const metric of changeNames)
        for (const word of words[language].yesNo[metric]) expect(word).not.toBe('')
  })
})

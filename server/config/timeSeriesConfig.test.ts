import { describe, expect, it } from 'vitest'
import { readTimeSeries } from './timeSeriesConfig.ts'

describe('the time-series setting', () => {
  it('is off if nobody sets it', () => {
    expect(readTimeSeries({ TIMESERIES_URL: '' })).toBeUndefined()
  })

  it('is one address, or two of a cluster, and their user goes into a header', () => {
    expect(readTimeSeries({ TIMESERIES_URL: 'http://u%40:p@metrics:8428/' })).toEqual({
      writeUrl: 'http://metrics:8428',
      queryUrl: 'http://metrics:8428',
      authorization: `Basic ${Buffer.from('u@:p').toString('base64')}`,
    })
    expect(
      readTimeSeries({
        TIMESERIES_URL: 'http://in:8480/insert/0/prometheus',
        TIMESERIES_QUERY_URL: 'http://out:8481/select/0/prometheus/',
      }),
    ).toEqual({
      writeUrl: 'http://in:8480/insert/0/prometheus',
      queryUrl: 'http://out:8481/select/0/prometheus',
      authorization: undefined,
    })
  })

  it.each([
    ['an address of something else', { TIMESERIES_URL: 'ftp://user:secret@metrics' }],
    ['no address', { TIMESERIES_URL: 'secret' }],
    ['a query in it', { TIMESERIES_URL: 'http://metrics:8428/?token=secret' }],
    ['a place to read alone', { TIMESERIES_QUERY_URL: 'http://out:8481/select/0/prometheus' }],
    ['a cluster’s place to write alone', { TIMESERIES_URL: 'http://in/insert/0/prometheus' }],
  ])('is refused with %s, and no password is shown', (_what, env) => {
    expect(() => readTimeSeries(env)).toThrow(/^TIMESERIES_(QUERY_)?URL is (?!.*secret)/)
  })
})

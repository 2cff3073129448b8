import type { TimeSeriesSettings } from '#ports/timeSeries.ts'
import { ConfigError, parseUrl, type Environment } from './readSetting.ts'

/** Logs must not contain the value. */
const HIDDEN = '(hidden, it may hold a password)'

export function readTimeSeries(env: Environment): TimeSeriesSettings | undefined {
  const write = readAddress(env, 'TIMESERIES_URL')
  const query = readAddress(env, 'TIMESERIES_QUERY_URL')
  if (write === undefined) {
    if (query === undefined) return undefined
    throw new ConfigError('TIMESERIES_URL', 'not set', 'TIMESERIES_QUERY_URL is set and needs it')
  }
  if (query === undefined && /\/insert\//.test(write.pathname))
    throw new ConfigError(
      'TIMESERIES_QUERY_URL',
      'not set',
      'TIMESERIES_URL is where a cluster is written to, which is read elsewhere',
    )
  return {
    writeUrl: bare(write),
    queryUrl: bare(query ?? write),
    authorization: authorizationOf(write) ?? (query && authorizationOf(query)),
  }
}

function readAddress(
  env: Environment,
  name: 'TIMESERIES_URL' | 'TIMESERIES_QUERY_URL',
): URL | undefined {
  const value = env[name]
  if (!value) return undefined
  const url = parseUrl(value)
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new ConfigError(name, HIDDEN, 'it must be an address such as http://metrics.example:8428')
  return url
}

function bare(address: URL): string {
  return (address.origin + address.pathname).replace(/\/+$/, '')
}

function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  const both = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(both).toString('base64')}`
}

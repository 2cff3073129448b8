/** Settings of traces, under OpenTelemetry's standard names. */
import { z } from 'zod'
import type { TracingSettings } from '#ports/tracing.ts'
import { ConfigError, parseUrl, readSetting, type Environment } from './readSetting.ts'

export function readTracing(env: Environment): TracingSettings | undefined {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT']
  if (!endpoint) return undefined
  if (!/^https?:$/.test(parseUrl(endpoint)?.protocol ?? ''))
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      JSON.stringify(endpoint),
      'it must be an address such as http://localhost:4318',
    )
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: readHeaders(env['OTEL_EXPORTER_OTLP_HEADERS'] ?? ''),
    serviceName: env['OTEL_SERVICE_NAME'] || 'plantroom',
    ratio: readSetting(env, 'OTEL_TRACES_SAMPLER_ARG', ratio.default(1)),
  }
}

const ratio = z
  .string()
  .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'it must be a number from 0 to 1')
  .transform(Number)

function readHeaders(value: string): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const part of value.split(',').filter((one) => one.trim() !== '')) {
    const [, name = '', text = ''] = /^\s*([\w-]+)=([\x20-\x7e]*)$/.exec(part) ?? []
    if (name === '')
      throw new ConfigError(
        'OTEL_EXPORTER_OTLP_HEADERS',
        '(hidden, it may hold a key)',
        'it must be name=value, with commas between',
      )
    headers[name.toLowerCase()] = decoded(text.trim())
  }
  return headers
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

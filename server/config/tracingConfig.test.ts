import { expect, it } from 'vitest'
import { readTracing } from './tracingConfig.ts'

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/'

it('tracing is off if nobody sets it', () => {
  expect(readTracing({ OTEL_SERVICE_NAME: 'ours' })).toBeUndefined()
})

it('tracing has its name, its ratio and the headers of an account', () => {
  expect(
    readTracing({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=a%20key, other=1=2',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }),
  ).toEqual({
    endpoint: 'http://collector:4318',
    headers: { 'x-key': 'a key', other: '1=2' },
    serviceName: 'plantroom',
    ratio: 0.25,
  })
})

it.each([
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' },
  { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'a secret' },
  { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '1.5' },
])('a broken tracing setting is refused, and no key is shown', (env) => {
  expect(() => readTracing(env)).toThrow(/^OTEL_\w+ is (?!.*secret)/)
})

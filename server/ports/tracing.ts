/**
 * OpenTelemetry traces over OTLP/HTTP, if an endpoint is set: the parts of a request, job or set of
 * events, with durations. Only names and paths of calls are sent, never contents or users.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context, SpanContext } from '@opentelemetry/api'

export interface TracingSettings {
  /** Base of `/v1/traces`. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** Sampling ratio for traces that no caller decided, from 0 to 1. */
  ratio: number
}

type Attributes = Record<string, string | number | boolean>

interface Span {
  add(attributes: Attributes): void
}

export interface Tracing {
  /**
   * Runs `work` in a span below the current one or the caller's (`from`). An error is recorded by
   * kind only and thrown on.
   */
  span<T>(
    name: string,
    attributes: Attributes,
    work: (span: Span) => Promise<T>,
    from?: IncomingHttpHeaders,
  ): Promise<T>
  traceIdNow(): string | undefined
  close(): Promise<void>
}

const nothing: Span = { add: () => undefined }

export const noTracing: Tracing = {
  span: (_name, _attributes, work) => work(nothing),
  traceIdNow: () => undefined,
  close: () => Promise.resolve(),
}

const PATIENCE_MILLISECONDS = 5_000
/** Maximum queued spans. Further spans are dropped. */
const QUEUE = 4_096

/** The caller's span in W3C Trace Context. Undefined if the header is missing or invalid. */
export function callerOf({ traceparent }: IncomingHttpHeaders): SpanContext | undefined {
  const found = /^[0-9a-e][0-9a-f]-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/.exec(
    String(traceparent),
  )
  const [, traceId = '', spanId = '', flags = ''] = found ?? []
  if (found === null || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

export async function makeTracing(settings: TracingSettings, version: string): Promise<Tracing> {
  const [{ ROOT_CONTEXT, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': version,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        new OTLPTraceExporter({
          url: `${settings.endpoint}/v1/traces`,
          headers: settings.headers,
          timeoutMillis: PATIENCE_MILLISECONDS,
        }),
        { maxQueueSize: QUEUE },
      ),
    ],
  })
  const tracer = provider.getTracer('plantroom', version)
  const present = new AsyncLocalStorage<Context>()
  const around = (from: IncomingHttpHeaders | undefined): Context => {
    if (from === undefined) return present.getStore() ?? ROOT_CONTEXT
    const caller = callerOf(from)
    return caller === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, caller)
  }

  return {
    async span(name, attributes, work, from) {
      const outer = around(from)
      const span = tracer.startSpan(name, { attributes }, outer)
      try {
        return await present.run(trace.setSpan(outer, span), () =>
          work({
            add(more) {
              span.setAttributes(more)
            },
          }),
        )
      } catch (error) {
        const kind = error instanceof Error ? error.name : typeof error
        span.setAttribute('error.type', kind)
        // A refusal is a correct answer, not an error.
        if (kind !== 'Refusal') span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    traceIdNow: () => trace.getSpanContext(present.getStore() ?? ROOT_CONTEXT)?.traceId,
    close: () => provider.shutdown().catch(() => undefined), // the collector is unreachable
  }
}

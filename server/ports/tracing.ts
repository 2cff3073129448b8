/**
 * Traces by OpenTelemetry, sent over OTLP/HTTP where an endpoint is set: what a request, a job or a
 * set of events was made of, and how long each part took. Names and addresses of calls alone go
 * out, never what was asked or who asked.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context, SpanContext } from '@opentelemetry/api'

export interface TracingSettings {
  /** `/v1/traces` is below it. */
  endpoint: string
  /** Sent along, as an account's key. */
  headers: Record<string, string>
  serviceName: string
  /** The part of traces that is kept where no caller decided: 0 to 1. */
  ratio: number
}

type Attributes = Record<string, string | number | boolean>

interface Span {
  add(attributes: Attributes): void
}

export interface Tracing {
  /**
   * `work` as a part of what is traced around it, or of what a caller's headers name. What it throws
   * is told by the kind of the fault alone, and thrown on.
   */
  span<T>(
    name: string,
    attributes: Attributes,
    work: (span: Span) => Promise<T>,
    from?: IncomingHttpHeaders,
  ): Promise<T>
  /** Of what is being done: for each line of the log. */
  traceIdNow(): string | undefined
  /** Sends what waits. */
  close(): Promise<void>
}

const nothing: Span = { add: () => undefined }

/** Nobody asked for traces. */
export const noTracing: Tracing = {
  span: (_name, _attributes, work) => work(nothing),
  traceIdNow: () => undefined,
  close: () => Promise.resolve(),
}

const PATIENCE_MILLISECONDS = 5_000
/** Spans that wait to be sent; what comes beyond is not kept. */
const QUEUE = 4_096

/** W3C Trace Context; undefined: the caller traces nothing, or says so in another way. */
export function callerOf({ traceparent }: IncomingHttpHeaders): SpanContext | undefined {
  const found = /^[0-9a-e][0-9a-f]-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/.exec(
    String(traceparent),
  )
  const [, traceId = '', spanId = '', flags = ''] = found ?? []
  if (found === null || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}

/** Its packages are loaded for whoever asks for traces, and nobody else. */
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
        // What is refused was answered as it should be.
        if (kind !== 'Refusal') span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    traceIdNow: () => trace.getSpanContext(present.getStore() ?? ROOT_CONTEXT)?.traceId,
    close: () => provider.shutdown().catch(() => undefined), // nobody there who would take them
  }
}

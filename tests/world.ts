/**
 * Network of a component test: MSW passes every call to the real server in memory, over a real
 * database, so there is no second, mock backend. `override`: faults and delays of a server.
 */
import { http, HttpResponse, type HttpHandler, type PathParams } from 'msw'
import { setupServer, type SetupServer } from 'msw/node'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ApiError } from '#contract/shapes.ts'
import type { Fixtures } from './fixtures.ts'
import { openTestAppWithBothFixtures } from './fixturesTemplate.ts'
import type { TestApp } from './testApp.ts'

// jsdom has its own Uint8Array; the server's libraries need Node's, from which Buffer is derived.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as typeof Uint8Array

export interface World {
  testApp: TestApp
  fixtures: Fixtures
  network: SetupServer
  close(): Promise<void>
}

/**
 * Opens the test app, puts the fixtures into both companies, and intercepts the network of this
 * test file.
 */
export async function openWorld(): Promise<World> {
  const { testApp, fixtures } = await openTestAppWithBothFixtures()
  const network = setupServer(
    http.all('*/api/*', ({ request }) => answerInMemory(testApp, request)),
  )
  network.listen({ onUnhandledRequest: 'error' })
  return {
    testApp,
    fixtures,
    network,
    async close() {
      network.close()
      await testApp.close()
    },
  }
}

async function answerInMemory(testApp: TestApp, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const payload = Buffer.from(await request.arrayBuffer())
  const answer = await testApp.app.http.inject({
    method: request.method as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(payload.length > 0 && { payload }),
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) headers.set(name, String(value))
  return new Response(answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null, {
    status: answer.statusCode,
    headers,
  })
}

export function refusing(
  endpoint: Endpoint,
  status: number,
  error: Partial<ApiError> = {},
  headers: Record<string, string> = {},
): HttpHandler {
  return handle(endpoint, () =>
    HttpResponse.json({ message: 'Refused', errors: [], ...error }, { status, headers }),
  )
}

export const unreachable = (endpoint: Endpoint): HttpHandler =>
  handle(endpoint, () => HttpResponse.error())

function handle(endpoint: Endpoint, resolve: () => Response): HttpHandler {
  const verb = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }[
    endpoint.method
  ]
  return verb<PathParams>(`*${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`, resolve)
}

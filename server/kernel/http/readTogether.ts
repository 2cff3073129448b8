/** Answers several queries of a page in the transaction of one request. */
import { isReadTogether } from '#contract/endpoint.ts'
import type { together } from '#contract/together.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isEndedForAnother } from './errorAnswers.ts'
import { Refusal } from './errors.ts'
import type { Wire } from './fileBodies.ts'
import { handle, type Handlers, type Mounted } from './mount.ts'

interface Call {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}
type Answer = { body: unknown } | null

/** `mounted` fills up after this, so routes are collected at the first call. */
export function togetherHandlers(kernel: Kernel, mounted: Mounted): Handlers<typeof together> {
  let routes: Routes | undefined
  const answer =
    (readsMuch: boolean) =>
    async (scope: Scope, { body, wire }: { body: { calls: Call[] }; wire: Wire }) => {
      routes ??= routesOf(mounted)
      return { answers: await answersOf(kernel, routes, readsMuch, scope, body.calls, wire) }
    }
  return { readTogether: answer(false), readMuchTogether: answer(true) }
}

/**
 * One after the other: a handler may act above companies for a statement, which the others must not
 * share.
 */
async function answersOf(
  kernel: Kernel,
  routes: Routes,
  readsMuch: boolean,
  { actor, db }: Scope,
  calls: readonly Call[],
  wire: Wire,
): Promise<Answer[]> {
  const answers: Answer[] = calls.map(() => null)
  for (const [at, call] of calls.entries()) {
    const found = findRoute(routes, call)
    if (found?.route.endpoint.readsMuch !== readsMuch) continue
    const { route, request } = found
    try {
      const { response } = await kernel.tracing.span(
        `${call.method} ${route.endpoint.path}`,
        { 'http.route': route.endpoint.path },
        () => handle({ kernel, ...route, request, wire }, actor, db),
      )
      answers[at] = { body: response }
    } catch (error) {
      if (isEndedForAnother(error)) throw error
      // The transaction may have failed, and the page asks alone for what is left.
      if (!(error instanceof Refusal)) break
    }
  }
  return answers
}

type Route = Pick<Mounted[number], 'endpoint' | 'handler'>
interface Pattern extends Route {
  parts: readonly string[]
}
/** By method and number of parts; addresses without parameters come first. */
type Routes = ReadonlyMap<string, readonly Pattern[]>

const keyOf = (method: string, parts: readonly string[]) => `${method} ${parts.length}`
const isNamed = (part: string) => part.startsWith('{')

function routesOf(mounted: Mounted): Routes {
  const routes = new Map<string, Pattern[]>()
  for (const { endpoint, handler } of mounted) {
    if (!isReadTogether(endpoint)) continue
    for (const path of [endpoint.path, ...endpoint.alsoAt]) {
      const parts = path.split('/')
      const key = keyOf(endpoint.method, parts)
      routes.set(key, [...(routes.get(key) ?? []), { endpoint, handler, parts }])
    }
  }
  const named = ({ parts }: Pattern) => parts.filter(isNamed).length
  for (const patterns of routes.values()) patterns.sort((a, b) => named(a) - named(b))
  return routes
}

function findRoute(routes: Routes, { method, path, body }: Call) {
  const [address = '', search = ''] = path.split('?', 2)
  const parts = address.split('/').map(decoded)
  const route = routes
    .get(keyOf(method, parts))
    ?.find((pattern) => pattern.parts.every((part, at) => isNamed(part) || part === parts[at]))
  if (route === undefined) return undefined
  const params = Object.fromEntries(
    route.parts.flatMap((part, at) => (isNamed(part) ? [[part.slice(1, -1), parts[at]]] : [])),
  )
  const query = queryOf(new URLSearchParams(search))
  return { route, request: { method, url: path, params, query, body, headers: {} } }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A repeated key becomes a list, as in a request of its own. */
const queryOf = (search: URLSearchParams) =>
  Object.fromEntries(
    [...new Set(search.keys())].map((key) => {
      const values = search.getAll(key)
      return [key, values.length > 1 ? values : values[0]]
    }),
  )

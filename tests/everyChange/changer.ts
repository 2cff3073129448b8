import type { Endpoint, Input } from '#contract/endpoint.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import type { TestApp } from '#tests/testApp.ts'

export type Changer = ReturnType<typeof changerOf>

export const changerOf = (testApp: TestApp, own: Fixtures, token: string) => ({
  testApp,
  own,
  ok: <E extends Endpoint>(endpoint: E, input: Input<E>) => testApp.ok(token, endpoint, input),
})

export const of = (id: number | undefined) => ({ params: { id: id ?? 0 } })

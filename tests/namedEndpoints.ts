import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** All endpoints of the contract with the names of their calls. */
export const namedEndpoints = Object.values(contract).flatMap((domain) =>
  Object.entries(domain as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name,
    endpoint,
  })),
)

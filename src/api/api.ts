/**
 * The single RTK Query api. Features inject their own contract, so a page loads only the calls it
 * uses.
 */
import { createApi } from '@reduxjs/toolkit/query/react'
import { tagTypes, type Contract } from '#contract/endpoint.ts'
import { contractQuery, fromContract, type Definitions } from './fromContract.ts'

export const api = createApi({
  reducerPath: 'api',
  baseQuery: contractQuery,
  tagTypes,
  refetchOnReconnect: true,
  endpoints: () => ({}),
})

const injected = new Map<Contract, unknown>()
const owners = new Map<string, Contract>()

function inject<C extends Contract>(contract: C) {
  return api.injectEndpoints<Definitions<C>>({
    endpoints: (build) => fromContract(build as Parameters<typeof fromContract<C>>[0], contract),
  })
}

/**
 * Typed hooks for a contract: `export const { useGetEquipmentQuery } = injectContract(equipment)`.
 * May be called repeatedly for one contract. Two contracts may not share an endpoint's name.
 */
export function injectContract<C extends Contract>(contract: C): ReturnType<typeof inject<C>> {
  for (const name of Object.keys(contract)) {
    const owner = owners.get(name)
    if (owner !== undefined && owner !== contract)
      throw new Error(`Two contracts declare an endpoint called ${name}`)
    owners.set(name, contract)
  }
  const known = injected.get(contract) ?? inject(contract)
  injected.set(contract, known)
  return known as ReturnType<typeof inject<C>>
}

import type { Output } from '#contract/endpoint.ts'
import type { people } from '#contract/people/people.ts'
import { peopleCalls } from '#entities/calls/people.ts'

export interface OwnCompany {
  id: number
  name: string
}

/** The person's companies, without the placeholder in the first row (spec section 3). */
export function useCompanies(): OwnCompany[] | undefined {
  const { data } = peopleCalls.useListTinyCompaniesQuery()
  return data === undefined ? undefined : withoutPlaceholder(data)
}

function withoutPlaceholder(rows: Output<typeof people.listTinyCompanies>): OwnCompany[] {
  return rows.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]))
}

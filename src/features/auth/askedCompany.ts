const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The company whose own sign-in address this is, `/login?company=<uuid>`. An address that was cut or
 * mistyped counts as one without a company.
 */
export function askedCompany(search: URLSearchParams): string | undefined {
  const company = search.get('company') ?? ''
  return uuid.test(company) ? company : undefined
}

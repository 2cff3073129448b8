const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The company of this sign-in address, `/login?company=<uuid>`. Undefined if it is not a valid
 * UUID.
 */
export function companyInAddress(search: URLSearchParams): string | undefined {
  const company = search.get('company') ?? ''
  return uuid.test(company) ? company : undefined
}

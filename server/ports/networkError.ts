/** Message and code of a network error. A host with several addresses gives one error for each. */
export function networkErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.message === '') {
    const [first]: unknown[] = error.errors
    if (first !== undefined) return networkErrorText(first)
  }
  const text = error.message || error.name
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return code === '' || text.includes(code) ? text : `${text} (${code})`
}

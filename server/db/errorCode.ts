/** Returns PostgreSQL's error code, also from an error that wraps it, or null. */
export function errorCodeOf(error: unknown): string | null {
  const told = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (typeof told !== 'object' || told === null) return null
  const code: unknown = Reflect.get(told, 'code')
  return typeof code === 'string' ? code : null
}

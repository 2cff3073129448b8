/** PostgreSQL's code of an error, also where a failed query is put around it; null: it has none. */
export function errorCodeOf(error: unknown): string | null {
  const told = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (typeof told !== 'object' || told === null) return null
  const code: unknown = Reflect.get(told, 'code')
  return typeof code === 'string' ? code : null
}

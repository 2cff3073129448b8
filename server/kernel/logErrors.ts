/**
 * What of an error reaches the log: enough to mend it, nothing of what people typed. A failing
 * query carries its parameters in its message, a violated constraint its values, a mail server's
 * refusal the address.
 */
import { truncate } from '#contract/rules/truncate'

export interface LoggedError {
  type: string
  message: string
  stack: string
  code?: string
  /** The query with its placeholders, never their values. */
  query?: string
  constraint?: string
  table?: string
  cause?: LoggedError
}

const LONGEST = 2_000
const DEEPEST = 3

/** Addresses, tokens and phone numbers inside a message. */
const PERSONAL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*|\beyJ[\w-]+\.[\w-]+\.[\w-]+|\+\d[\d ()./-]{6,}\d/g

export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: plain(String(error)), stack: '' }
  const text = (name: string): string | undefined => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? value : undefined
  }
  const query = text('query')
  const [code, constraint, table] = [text('code'), text('constraint'), text('table')]
  // PostgreSQL's own words may hold the value: 'invalid input syntax for type integer: "…"'.
  const isOfDatabase = query !== undefined || (code !== undefined && text('severity') !== undefined)
  return {
    type: error.name,
    message: isOfDatabase
      ? `The database refused a statement${code === undefined ? '' : ` (${code})`}`
      : plain(error.message),
    stack: truncate(
      (error.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .join('\n'),
      LONGEST,
    ),
    ...(code !== undefined && { code }),
    ...(query !== undefined && { query: truncate(query, LONGEST) }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(error.cause !== undefined &&
      depth < DEEPEST && { cause: loggedError(error.cause, depth + 1) }),
  }
}

const plain = (message: string) => truncate(message.replace(PERSONAL, '…'), LONGEST)

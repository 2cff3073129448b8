/**
 * What the log keeps of an error: enough to fix it, nothing that people typed. A failed query's
 * message has its parameters, a violated constraint its values, a mail server's refusal the
 * address.
 */
import { truncate } from '#contract/rules/truncate.ts'

export interface LoggedError {
  type: string
  message: string
  stack: string
  code?: string
  query?: string
  constraint?: string
  table?: string
  cause?: LoggedError
}

const LONGEST = 2_000
const DEEPEST = 3

/** Addresses, tokens and phone numbers in a message. */
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
  // PostgreSQL's message may contain the value: 'invalid input syntax for type integer: "…"'.
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

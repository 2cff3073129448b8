/** Turns errors of a failed start into a sentence that names the setting. */

export interface Settings {
  dataDir: string
  host: string
  port: number
  databaseUrl?: string | undefined
}

const NOT_REACHED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'ENOENT', 'ENOSPC']
/** PostgreSQL: database does not exist; account or password refused. */
const NO_DATABASE = '3D000'
const NO_ACCOUNT = ['28000', '28P01']

/** Returns undefined for other errors, whose stack is needed. */
export function startFault(
  error: unknown,
  { dataDir, host, port, databaseUrl }: Settings,
): string | undefined {
  const { code, syscall, message, path, hostname } = fieldsOf(error)
  if (code === 'EADDRINUSE')
    return 'The port is in use already. Stop the other program, or set PORT to a free one.'
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === host))
    return `HOST ${host} and PORT ${port} cannot be listened on (${code}). Set HOST to an address of this machine (0.0.0.0 for all of them), and PORT to one that this account may use.`
  if (databaseUrl !== undefined && NOT_REACHED.includes(code))
    return `The database that DATABASE_URL names cannot be reached (${message}). Look whether it runs, and whether host and port are right.`
  if (databaseUrl !== undefined && code === NO_DATABASE)
    return `PostgreSQL has no such database (${message}). Create it, or mend the name in DATABASE_URL.`
  if (databaseUrl !== undefined && NO_ACCOUNT.includes(code))
    return `PostgreSQL does not let this account in (${message}). Mend account and password in DATABASE_URL.`
  if (NOT_WRITABLE.includes(code) && path.startsWith(dataDir))
    return `DATA_DIR ${dataDir} cannot be used (${code}: ${path}). Give the folder to the account that runs the server, or set DATA_DIR to another one.`
  return undefined
}

/** Reads fields of errors of Node and the database driver, however they are wrapped. */
function fieldsOf(
  error: unknown,
): Record<'code' | 'syscall' | 'message' | 'path' | 'hostname', string> {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error
  const told: unknown = inner instanceof Error && inner.cause !== undefined ? inner.cause : inner
  const text = (name: string): string => {
    const value: unknown =
      typeof told === 'object' && told !== null ? Reflect.get(told, name) : undefined
    return typeof value === 'string' ? value : ''
  }
  return {
    code: text('code'),
    syscall: text('syscall'),
    message: text('message') || text('code'),
    path: text('path') || text('dest'),
    hostname: text('hostname'),
  }
}

/** If the archive was made for another system: a sentence with the command that adds this one's. */
export function nativeFault(
  error: unknown,
  packages: Readonly<Record<string, readonly string[]>>,
  system = thisSystem(),
): string | undefined {
  const text = error instanceof Error ? error.message : ''
  if (!/Could not load the "sharp" module|Cannot find native binding/.test(text)) return undefined
  const needed = packages[system]
  return needed === undefined
    ? undefined
    : `This archive lacks the native packages of ${system}. In the folder of its package.json run: npm install --no-save ${needed.join(' ')}`
}

function thisSystem(): string {
  const header: unknown = process.platform === 'linux' ? process.report.getReport() : undefined
  const isGlibc = JSON.stringify(header ?? '').includes('"glibcVersionRuntime"')
  return [
    process.platform,
    process.arch,
    ...(process.platform === 'linux' && !isGlibc ? ['musl'] : []),
  ].join('-')
}

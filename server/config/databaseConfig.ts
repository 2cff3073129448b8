/** URLs of PostgreSQL. Never printed, because they may contain a password. */
import { ConfigError, parseUrl, type Environment } from './readSetting.ts'

export function readDatabaseUrl(
  env: Environment,
  name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL',
): string | undefined {
  const value = env[name]
  if (!value) return undefined
  const url = parseUrl(value)
  const isPostgres = url !== undefined && /^postgres(ql)?:$/.test(url.protocol)
  // The value may contain a password, and the message is logged, so the value is hidden.
  if (!isPostgres)
    throw new ConfigError(
      name,
      '(hidden, it may hold a password)',
      'it must be an address such as postgres://user:password@host:5432/database',
    )
  if (url.pathname.length < 2)
    throw new ConfigError(
      name,
      '(hidden, it may hold a password)',
      'it names no database after the host',
    )
  return value
}

export function readReplicaUrl(env: Environment): string | undefined {
  const url = readDatabaseUrl(env, 'DATABASE_REPLICA_URL')
  if (url !== undefined && !env['DATABASE_URL'])
    throw new ConfigError(
      'DATABASE_REPLICA_URL',
      '(hidden, it may hold a password)',
      'it names a replica of a PostgreSQL that DATABASE_URL must name; the embedded database has none',
    )
  return url
}

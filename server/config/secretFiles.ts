/**
 * Secrets from files, as containers and service managers provide them: NAME_FILE is the path of a
 * file with the value of NAME.
 */
import type { Environment } from './readSetting.ts'
import { readFileSync } from 'node:fs'

export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'TOKEN_SECRET',
  'DATA_KEY',
  'DATA_KEY_BEFORE',
  'BACKUP_KEY',
  'SMTP_URL',
  'SMS_GATEWAY_URL',
  'ASSISTANT_KEY',
  'METRICS_TOKEN',
  'MQTT_URL',
  'MQTT_PASSWORD',
  'FILES_S3_ACCESS_KEY',
  'FILES_S3_SECRET_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'TIMESERIES_URL',
  'TIMESERIES_QUERY_URL',
] as const

/** `refuse` receives the variable, its shown value and the reason, and must throw. */
export function withSecretFiles(
  env: Environment,
  refuse: (variable: string, shown: string, reason: string) => never,
): Environment {
  const read: Environment = {}
  for (const name of secretSettings) {
    const path = env[`${name}_FILE`]
    if (path === undefined || path === '') continue
    if (env[name] !== undefined && env[name] !== '')
      refuse(`${name}_FILE`, `set together with ${name}`, 'only one of them may say the value')
    const text = textOf(path)
    if (text === undefined) refuse(`${name}_FILE`, JSON.stringify(path), 'that file cannot be read')
    if (text === '') refuse(`${name}_FILE`, JSON.stringify(path), 'that file is empty')
    read[name] = text
  }
  return { ...env, ...read }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Validates the configured secrets: long, hard to guess, never printed. */
import { ConfigError, type Environment } from './readSetting.ts'

const SECRET_MIN_CHARACTERS = 32
const WELL_KNOWN_SECRETS = [
  'secret',
  'changeme',
  'change-me',
  'password',
  'plantroom',
  'example',
  '12345678',
  'abcdefgh',
  'test',
]

interface DataKeys {
  dataKey: Buffer | undefined
  dataKeysBefore: Buffer[]
  backupKey: Buffer | undefined
}

export function readTokenSecret(env: Environment, production: boolean): string | undefined {
  const name = 'TOKEN_SECRET'
  const value = env[name]
  if (!value) return undefined
  if (!production) return value
  if (value.length < SECRET_MIN_CHARACTERS) {
    throw new ConfigError(
      name,
      `${value.length} characters long`,
      `in production it must have at least ${SECRET_MIN_CHARACTERS}`,
    )
  }
  const plain = value.toLowerCase()
  const guessable =
    WELL_KNOWN_SECRETS.some(
      (word) => plain.replaceAll(word, '').length < SECRET_MIN_CHARACTERS / 2,
    ) || new Set(plain).size < 8
  if (guessable)
    throw new ConfigError(name, 'a well-known or repeating text', 'in production it must be random')
  return value
}

export function readMetricsToken(env: Environment): string | undefined {
  const value = env['METRICS_TOKEN'] || undefined
  if (value === undefined || /^[\x21-\x7e]{16,}$/.test(value)) return value
  throw new ConfigError(
    'METRICS_TOKEN',
    '(hidden, it is a secret)',
    'it must be at least 16 characters without spaces',
  )
}

/** 32 bytes in base64url, base64 or hex. Passphrases are refused, because they are weak keys. */
export function readDataKeys(env: Environment): DataKeys {
  const keyOf = (name: string, value: string): Buffer => {
    const bytes = /^[0-9a-f]{64}$/i.test(value)
      ? Buffer.from(value, 'hex')
      : Buffer.from(value, 'base64url')
    const isKey = bytes.length === 32 && /^[\w+/-]{43}=?$|^[0-9a-f]{64}$/i.test(value)
    if (isKey && new Set(bytes).size >= 8) return bytes
    throw new ConfigError(
      name,
      '(hidden, it is a secret)',
      'it must be 32 random bytes in base64 or hex, as `openssl rand -base64 32` makes them',
    )
  }
  const present = env['DATA_KEY'] || undefined
  const backup = env['BACKUP_KEY'] || undefined
  const before = (env['DATA_KEY_BEFORE'] ?? '').split(/[\s,]+/).filter((part) => part !== '')
  return {
    dataKey: present === undefined ? undefined : keyOf('DATA_KEY', present),
    backupKey: backup === undefined ? undefined : keyOf('BACKUP_KEY', backup),
    dataKeysBefore: before.map((part) => keyOf('DATA_KEY_BEFORE', part)),
  }
}

/** Everything the environment may say, read once and checked. A wrong value stops the start with a sentence. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { identityProviders, type IdentityProvider } from '#contract/waysIn'

export interface Config {
  port: number
  host: string
  /** Absolute. Holds the embedded database, uploaded files and the made secret. */
  dataDir: string
  /** A PostgreSQL server's address; without it the embedded database in `dataDir` is used. */
  databaseUrl: string | undefined
  /** Demo company, its sign-ins shown on the login page, and a local outbox for mail and text messages. */
  demo: boolean
  production: boolean
  /** Signs the session tokens; without it the server makes one in `dataDir`. */
  tokenSecret: string | undefined
  tokenMinutes: number
  /** Origins that may show the product in a frame. */
  frameAncestors: string[]
  logLevel: LogLevel
  /** Where people reach the page, for links in messages; without a trailing slash. */
  publicUrl: string
  /** A mail server; without it the demo shows messages on its outbox page. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Takes POST { to, text }; without it no code goes by text message outside the demo. */
  smsGatewayUrl: string | undefined
  /** An OpenAI-compatible endpoint that AI agent rules ask; without it the house decides by itself. */
  assistant: { url: string; key: string | undefined; model: string } | undefined
  /** Hosts of the house's own network that API hooks may call. */
  hookAllowedHosts: string[]
  /** OpenID Connect providers for corporate sign-in. */
  providers: { idp: IdentityProvider; issuer: string; clientId: string }[]
  /** Mapbox's public token (`pk.…`); without it the map draws with its own style. */
  mapToken: string | undefined
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** A wrong variable. The message is one sentence that names it, its value and why it cannot be used. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(readonly variable: string, shown: string, reason: string) {
    super(`${variable} is ${shown}, but ${reason}.`)
  }
}

const shortestSecret = 32
const wellKnownSecrets = ['secret', 'changeme', 'change-me', 'password', 'plantroom', 'example', '12345678', 'abcdefgh', 'test']

/** Reads the configuration out of an environment; an empty value counts as not set. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const production = read(env, 'NODE_ENV', z.string().optional()) === 'production'
  return {
    port: read(env, 'PORT', wholeNumber(0, 65_535).default(4000)),
    host: read(env, 'HOST', z.string().regex(/^[A-Za-z0-9_.:%-]+$/, 'it must be a host name or an IP address').default('localhost')),
    dataDir: resolve(read(env, 'DATA_DIR', z.string().refine((path) => !path.includes('\0'), 'a path cannot hold NUL').default('./data'))),
    databaseUrl: readDatabaseUrl(env),
    demo: read(env, 'DEMO', onOrOff.optional()) ?? !production,
    production,
    tokenSecret: readTokenSecret(env, production),
    tokenMinutes: read(env, 'TOKEN_MINUTES', wholeNumber(1, 1440).default(30)),
    frameAncestors: read(env, 'FRAME_ANCESTORS', origins.default([])),
    ...readOutside(env),
    logLevel: read(env, 'LOG_LEVEL', z.enum(logLevels, `it must be one of ${logLevels.join(', ')}`).default('info')),
  }
}

function readOutside(env: Record<string, string | undefined>): Pick<Config, 'publicUrl' | 'smtpUrl' | 'mailFrom' | 'smsGatewayUrl' | 'assistant' | 'hookAllowedHosts' | 'providers' | 'mapToken'> {
  const port = env['PORT'] || '4000'
  return {
    publicUrl: read(env, 'PUBLIC_URL', webAddress.default(`http://localhost:${port}`)).replace(/\/+$/, ''),
    smtpUrl: read(env, 'SMTP_URL', z.string().refine((value) => /^smtps?:$/.test(parseUrl(value)?.protocol ?? ''), 'it must be an address such as smtp://user:password@host:587').optional()),
    mailFrom: read(env, 'MAIL_FROM', z.string().min(3).default('Plantroom <plantroom@localhost>')),
    smsGatewayUrl: read(env, 'SMS_GATEWAY_URL', webAddress.optional()),
    assistant: readAssistant(env),
    hookAllowedHosts: read(env, 'HOOK_ALLOWED_HOSTS', hostNames.default([])),
    mapToken: read(env, 'MAPBOX_TOKEN', z.string().regex(/^pk\./, 'it must be a public token, which begins with pk.').optional()),
    providers: identityProviders.flatMap((idp) => readProvider(env, idp)),
  }
}

function readAssistant(env: Record<string, string | undefined>): Config['assistant'] {
  const url = read(env, 'ASSISTANT_URL', webAddress.optional())
  return url === undefined ? undefined : { url, key: read(env, 'ASSISTANT_KEY', z.string().optional()), model: read(env, 'ASSISTANT_MODEL', z.string().default('default')) }
}

/** Issuer and client go together: one without the other stops the start. */
function readProvider(env: Record<string, string | undefined>, idp: IdentityProvider): Config['providers'] {
  const [issuerName, clientName] = [`OIDC_${idp.toUpperCase()}_ISSUER`, `OIDC_${idp.toUpperCase()}_CLIENT_ID`]
  const issuer = read(env, issuerName, webAddress.optional())
  const clientId = read(env, clientName, z.string().optional())
  if (issuer === undefined && clientId === undefined) return []
  if (issuer === undefined) throw new ConfigError(issuerName, 'not set', `${clientName} is set and needs it`)
  if (clientId === undefined) throw new ConfigError(clientName, 'not set', `${issuerName} is set and needs it`)
  return [{ idp, issuer, clientId }]
}

const webAddress = z.string().refine((value) => /^https?:$/.test(parseUrl(value)?.protocol ?? ''), 'it must be an address such as https://plantroom.example.org')

const hostNames = z.string().transform((list) => list.toLowerCase().split(/[\s,]+/).filter((part) => part !== ''))
  .refine((list) => list.every((host) => /^[a-z0-9.:-]+$/.test(host)), 'each entry must be a host name or an address, without a port or a path')

const onOrOff = z.enum(['0', '1'], 'it must be 1 (on) or 0 (off)').transform((value) => value === '1')

function wholeNumber(from: number, to: number) {
  const reason = `it must be a whole number from ${from} to ${to}`
  return z.string().regex(/^\d{1,9}$/, reason).transform(Number).refine((value) => value >= from && value <= to, reason)
}

const origins = z.string()
  .transform((list) => list.split(/[\s,]+/).filter((part) => part !== ''))
  .refine((list) => list.every(isOrigin), 'each entry must be an origin such as https://portal.example.org, with no path')

function isOrigin(value: string): boolean {
  const url = parseUrl(value)
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === value
}

function readDatabaseUrl(env: Record<string, string | undefined>): string | undefined {
  const name = 'DATABASE_URL'
  const value = env[name]
  if (!value) return undefined
  const url = parseUrl(value)
  const isPostgres = url !== undefined && /^postgres(ql)?:$/.test(url.protocol)
  // The value may hold a password, and what is printed ends up in logs.
  if (!isPostgres) throw new ConfigError(name, '(hidden, it may hold a password)', 'it must be an address such as postgres://user:password@host:5432/database')
  if (url.pathname.length < 2) throw new ConfigError(name, '(hidden, it may hold a password)', 'it names no database after the host')
  return value
}

function readTokenSecret(env: Record<string, string | undefined>, production: boolean): string | undefined {
  const name = 'TOKEN_SECRET'
  const value = env[name]
  if (!value) return undefined
  if (!production) return value
  if (value.length < shortestSecret) {
    throw new ConfigError(name, `${value.length} characters long`, `in production it must have at least ${shortestSecret}`)
  }
  const plain = value.toLowerCase()
  const guessable = wellKnownSecrets.some((word) => plain.replaceAll(word, '').length < shortestSecret / 2) || new Set(plain).size < 8
  if (guessable) throw new ConfigError(name, 'a well-known or repeating text', 'in production it must be random')
  return value
}

function read<T extends z.ZodType>(env: Record<string, string | undefined>, name: string, schema: T): z.output<T> {
  const value = env[name] === '' ? undefined : env[name]
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ConfigError(name, JSON.stringify(value), result.error.issues[0]?.message ?? 'it cannot be read')
}

function parseUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined
}

/**
 * Everything the environment may say, read once and checked. A wrong value stops the start with a
 * sentence.
 */
import { resolve } from 'node:path'
import { z } from 'zod'
import { ConfigError, parseUrl, read, wholeNumber, type Environment } from './readSetting.ts'
import {
  hostNames,
  onOrOff,
  origins,
  proxies,
  retentionBounds,
  webAddress,
} from './settingForms.ts'
import { readDatabaseUrl, readReplicaUrl } from './databaseConfig.ts'
import { readDataKeys, readMetricsToken, readTokenSecret } from './secretsConfig.ts'
import { withSecretFiles } from './secretFiles.ts'
import { readBroker } from './brokerConfig.ts'
import { readS3 } from './s3Config.ts'
import { readTimeSeries } from './timeSeriesConfig.ts'
import { readTracing } from './tracingConfig.ts'
import type { TracingSettings } from '#ports/tracing.ts'
import type { S3Settings } from '#ports/s3Files.ts'
import type { TimeSeriesSettings } from '#ports/timeSeries.ts'
import type { BrokerSettings } from '#ports/mqtt/broker.ts'
import { languages, type Language } from '#contract/languages.ts'
import type { RetentionBounds } from '#contract/rules/retention.ts'
import { identityProviders, type IdentityProvider } from '#contract/auth/waysIn.ts'

export interface Config {
  port: number
  host: string
  /** Absolute. Holds the embedded database, uploaded files and the made secret. */
  dataDir: string
  /** How often the embedded database is copied aside; 0: only before an upgrade. */
  snapshotMinutes: number
  /** A PostgreSQL server's address; without it the embedded database in `dataDir` is used. */
  databaseUrl: string | undefined
  /**
   * PostgreSQL itself, where `databaseUrl` is a pooler that lends a session for one transaction
   * (PgBouncer); for what needs a session of its own.
   */
  databaseDirectUrl: string | undefined
  /** A read-only replica of it, for what reads much (`readsMuch` in contract/endpoint.ts). */
  databaseReplicaUrl: string | undefined
  /**
   * Demo company, its sign-ins shown on the login page, and a local outbox for mail and text
   * messages.
   */
  demo: boolean
  /**
   * The explicit word for a demo that others can reach: its outbox is then for the signed-in alone.
   */
  demoExposed: boolean
  /** Of the demo hospital: what all in it is called. Asked when it is made. */
  demoLanguage: Language
  /** What one person may ask of this server in the long run; twenty seconds' worth at once. */
  callsPerSecond: number
  production: boolean
  /** Signs the session tokens; without it the server makes one in `dataDir`. */
  tokenSecret: string | undefined
  /** Seals secrets at rest; without it the server makes one in `dataDir`. 32 bytes. */
  dataKey: Buffer | undefined
  /** Open what was sealed before a rotation. */
  dataKeysBefore: Buffer[]
  /** Seals backups; 32 bytes. */
  backupKey: Buffer | undefined
  tokenMinutes: number
  /** Within which companies choose how long what grows is kept. */
  retentionBounds: RetentionBounds
  /** Origins that may show the product in a frame. */
  frameAncestors: string[]
  logLevel: LogLevel
  /** A bearer that /metrics asks for; without it this machine alone may read it. */
  metricsToken: string | undefined
  /** Where people reach the page, for links in messages; without a trailing slash. */
  publicUrl: string
  /** A mail server; without it the demo shows messages on its outbox page. */
  smtpUrl: string | undefined
  /** Mail may also go over a connection that the mail server does not encrypt. */
  smtpTlsOptional: boolean
  /** Whose X-Forwarded-For counts: addresses and networks. */
  trustedProxies: string[]
  /** The API's description at /api/docs, for whoever asks. */
  apiDocs: boolean
  mailFrom: string
  /** Where to tell of a weakness, for /.well-known/security.txt. */
  securityContact: string | undefined
  /** Takes POST { to, text }; without it no code goes by text message outside the demo. */
  smsGatewayUrl: string | undefined
  /**
   * An OpenAI-compatible endpoint that AI agent rules ask; without it the house decides by itself.
   */
  assistant: { url: string; key: string | undefined; model: string } | undefined
  /**
   * Hosts of the installation's own network that API hooks may call: `host`, `host:port`,
   * `host:port@company uuid`.
   */
  hookAllowedHosts: string[]
  /** OpenID Connect providers for corporate sign-in. */
  providers: { idp: IdentityProvider; issuer: string; clientId: string }[]
  /** Mapbox's public token (`pk.…`); without it the map draws with its own style. */
  mapToken: string | undefined
  /** The MQTT broker that gateways publish to; without it they come by HTTP alone. */
  broker: BrokerSettings | undefined
  /** Where traces go; without it none are made. */
  tracing: TracingSettings | undefined
  /** The bucket that uploaded files lie in; without it they lie in the data folder. */
  s3: S3Settings | undefined
  /** The store that sensor readings go on to; without it they rest in the database. */
  timeSeries: TimeSeriesSettings | undefined
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/** Reads the configuration out of an environment; an empty value counts as not set. */
export function readConfig(given: Environment): Config {
  const env = withSecretFiles(given, (...what) => {
    throw new ConfigError(...what)
  })
  const production = read(env, 'NODE_ENV', z.string().optional()) === 'production'
  return {
    port: read(env, 'PORT', wholeNumber(0, 65_535).default(4000)),
    host: read(
      env,
      'HOST',
      z
        .string()
        .regex(/^[A-Za-z0-9_.:%-]+$/, 'it must be a host name or an IP address')
        .default('localhost'),
    ),
    dataDir: resolve(
      read(
        env,
        'DATA_DIR',
        z
          .string()
          .refine((path) => !path.includes('\0'), 'a path cannot hold NUL')
          .default('./data'),
      ),
    ),
    snapshotMinutes: read(env, 'SNAPSHOT_MINUTES', wholeNumber(0, 1440).default(10)),
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    databaseDirectUrl: readDatabaseUrl(env, 'DATABASE_DIRECT_URL'),
    databaseReplicaUrl: readReplicaUrl(env),
    demo: read(env, 'DEMO', onOrOff.optional()) ?? !production,
    demoExposed: read(env, 'DEMO_EXPOSED', onOrOff.optional()) ?? false,
    demoLanguage: read(
      env,
      'DEMO_LANGUAGE',
      z.enum(languages, `it must be one of ${languages.join(', ')}`).default('en'),
    ),
    callsPerSecond: read(env, 'CALLS_PER_SECOND', wholeNumber(1, 100_000).default(50)),
    production,
    trustedProxies: read(env, 'TRUSTED_PROXIES', proxies.default(['loopback'])),
    apiDocs: read(env, 'API_DOCS', onOrOff.optional()) ?? !production,
    tokenSecret: readTokenSecret(env, production),
    ...readDataKeys(env),
    tokenMinutes: read(env, 'TOKEN_MINUTES', wholeNumber(1, 1440).default(30)),
    retentionBounds: read(env, 'RETENTION_BOUNDS', retentionBounds.default({})),
    frameAncestors: read(env, 'FRAME_ANCESTORS', origins.default([])),
    ...readOutside(env),
    broker: readBroker(env),
    timeSeries: readTimeSeries(env),
    s3: readS3(env),
    tracing: readTracing(env),
    metricsToken: readMetricsToken(env),
    logLevel: read(
      env,
      'LOG_LEVEL',
      z.enum(logLevels, `it must be one of ${logLevels.join(', ')}`).default('info'),
    ),
  }
}

function readOutside(
  env: Environment,
): Pick<
  Config,
  | 'securityContact'
  | 'publicUrl'
  | 'smtpUrl'
  | 'smtpTlsOptional'
  | 'mailFrom'
  | 'smsGatewayUrl'
  | 'assistant'
  | 'hookAllowedHosts'
  | 'providers'
  | 'mapToken'
> {
  const port = env['PORT'] || '4000'
  return {
    publicUrl: read(env, 'PUBLIC_URL', webAddress.default(`http://localhost:${port}`)).replace(
      /\/+$/,
      '',
    ),
    smtpUrl: read(
      env,
      'SMTP_URL',
      z
        .string()
        .refine(
          (value) => /^smtps?:$/.test(parseUrl(value)?.protocol ?? ''),
          'it must be an address such as smtp://user:password@host:587',
        )
        .optional(),
    ),
    smtpTlsOptional:
      read(
        env,
        'SMTP_TLS',
        z.enum(['required', 'optional'], 'it must be required or optional').default('required'),
      ) === 'optional',
    securityContact: read(
      env,
      'SECURITY_CONTACT',
      z
        .string()
        .regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, 'it must be mailto:… or https://…')
        .optional(),
    ),
    mailFrom: read(env, 'MAIL_FROM', z.string().min(3).default('Plantroom <plantroom@localhost>')),
    smsGatewayUrl: read(env, 'SMS_GATEWAY_URL', webAddress.optional()),
    assistant: readAssistant(env),
    hookAllowedHosts: read(env, 'HOOK_ALLOWED_HOSTS', hostNames.default([])),
    mapToken: read(
      env,
      'MAPBOX_TOKEN',
      z.string().regex(/^pk\./, 'it must be a public token, which begins with pk.').optional(),
    ),
    providers: identityProviders.flatMap((idp) => readProvider(env, idp)),
  }
}

function readAssistant(env: Environment): Config['assistant'] {
  const url = read(env, 'ASSISTANT_URL', webAddress.optional())
  return url === undefined
    ? undefined
    : {
        url,
        key: read(env, 'ASSISTANT_KEY', z.string().optional()),
        model: read(env, 'ASSISTANT_MODEL', z.string().default('default')),
      }
}

/** Issuer and client go together: one without the other stops the start. */
function readProvider(env: Environment, idp: IdentityProvider): Config['providers'] {
  const [issuerName, clientName] = [
    `OIDC_${idp.toUpperCase()}_ISSUER`,
    `OIDC_${idp.toUpperCase()}_CLIENT_ID`,
  ]
  const issuer = read(env, issuerName, webAddress.optional())
  const clientId = read(env, clientName, z.string().optional())
  if (issuer === undefined && clientId === undefined) return []
  if (issuer === undefined)
    throw new ConfigError(issuerName, 'not set', `${clientName} is set and needs it`)
  if (clientId === undefined)
    throw new ConfigError(clientName, 'not set', `${issuerName} is set and needs it`)
  return [{ idp, issuer, clientId }]
}

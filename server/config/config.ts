/** Reads and validates the whole environment once. A wrong value stops the start with a message. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { ConfigError, parseUrl, readSetting, wholeNumber, type Environment } from './readSetting.ts'
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
  /** Absolute. Holds the embedded database, uploaded files and generated secrets. */
  dataDir: string
  /** Interval between snapshots of the embedded database. 0 takes one only before an upgrade. */
  snapshotMinutes: number
  /** URL of a PostgreSQL. If undefined, the embedded database in `dataDir` is used. */
  databaseUrl: string | undefined
  /**
   * A direct URL of PostgreSQL, for work that needs a session, if `databaseUrl` is PgBouncer in
   * transaction mode.
   */
  databaseDirectUrl: string | undefined
  /** Read-only replica for heavy reads (`readsMuch` in contract/endpoint.ts). */
  databaseReplicaUrl: string | undefined
  /**
   * Creates a demo company, shows its accounts on the sign-in page, and stores messages in a local
   * outbox.
   */
  demo: boolean
  /** Confirms a demo that others can reach. Its outbox then requires a session. */
  demoExposed: boolean
  demoLanguage: Language
  /** Rate limit per user, with a burst of twenty seconds' worth. */
  callsPerSecond: number
  production: boolean
  /** Signs session tokens. If undefined, the server generates one in `dataDir`. */
  tokenSecret: string | undefined
  /** Encrypts stored secrets; 32 bytes. If undefined, the server generates one in `dataDir`. */
  dataKey: Buffer | undefined
  dataKeysBefore: Buffer[]
  /** Encrypts backups; 32 bytes. */
  backupKey: Buffer | undefined
  tokenMinutes: number
  retentionBounds: RetentionBounds
  frameAncestors: string[]
  logLevel: LogLevel
  /** Bearer token for /metrics. If undefined, only this machine may read it. */
  metricsToken: string | undefined
  /** Public address of the page, for links in messages. No trailing slash. */
  publicUrl: string
  /** If undefined, a demo shows messages on its outbox page. */
  smtpUrl: string | undefined
  smtpTlsOptional: boolean
  trustedProxies: string[]
  apiDocs: boolean
  mailFrom: string
  /** Contact for vulnerability reports, for /.well-known/security.txt. */
  securityContact: string | undefined
  pushContact: string | undefined
  /**
   * Accepts POST { to, text }. If undefined, codes are not sent as text messages outside the demo.
   */
  smsGatewayUrl: string | undefined
  /**
   * An OpenAI-compatible endpoint for AI assignment rules. If undefined, the server assigns by
   * itself.
   */
  assistant: { url: string; key: string | undefined; model: string } | undefined
  /**
   * Hosts in private networks that API hooks may call: `host`, `host:port`, `host:port@company
   * uuid`.
   */
  hookAllowedHosts: string[]
  providers: { idp: IdentityProvider; issuer: string; clientId: string }[]
  /** Mapbox's public token (`pk.…`). If undefined, the map uses its built-in style. */
  mapToken: string | undefined
  /** If undefined, gateways use HTTP only. */
  broker: BrokerSettings | undefined
  /** If undefined, traces are disabled. */
  tracing: TracingSettings | undefined
  /** If undefined, uploaded files are stored in the data folder. */
  s3: S3Settings | undefined
  /** If undefined, sensor readings stay in the database. */
  timeSeries: TimeSeriesSettings | undefined
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

const contact = z
  .string()
  .regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, 'it must be mailto:… or https://…')

/** An empty value counts as not set. */
export function readConfig(given: Environment): Config {
  const env = withSecretFiles(given, (...what) => {
    throw new ConfigError(...what)
  })
  const production = readSetting(env, 'NODE_ENV', z.string().optional()) === 'production'
  return {
    port: readSetting(env, 'PORT', wholeNumber(0, 65_535).default(4000)),
    host: readSetting(
      env,
      'HOST',
      z
        .string()
        .regex(/^[A-Za-z0-9_.:%-]+$/, 'it must be a host name or an IP address')
        .default('localhost'),
    ),
    dataDir: resolve(
      readSetting(
        env,
        'DATA_DIR',
        z
          .string()
          .refine((path) => !path.includes('\0'), 'a path cannot hold NUL')
          .default('./data'),
      ),
    ),
    snapshotMinutes: readSetting(env, 'SNAPSHOT_MINUTES', wholeNumber(0, 1440).default(10)),
    databaseUrl: readDatabaseUrl(env, 'DATABASE_URL'),
    databaseDirectUrl: readDatabaseUrl(env, 'DATABASE_DIRECT_URL'),
    databaseReplicaUrl: readReplicaUrl(env),
    demo: readSetting(env, 'DEMO', onOrOff.optional()) ?? !production,
    demoExposed: readSetting(env, 'DEMO_EXPOSED', onOrOff.optional()) ?? false,
    demoLanguage: readSetting(
      env,
      'DEMO_LANGUAGE',
      z.enum(languages, `it must be one of ${languages.join(', ')}`).default('en'),
    ),
    callsPerSecond: readSetting(env, 'CALLS_PER_SECOND', wholeNumber(1, 100_000).default(50)),
    production,
    trustedProxies: readSetting(env, 'TRUSTED_PROXIES', proxies.default(['loopback'])),
    apiDocs: readSetting(env, 'API_DOCS', onOrOff.optional()) ?? !production,
    tokenSecret: readTokenSecret(env, production),
    ...readDataKeys(env),
    tokenMinutes: readSetting(env, 'TOKEN_MINUTES', wholeNumber(1, 1440).default(30)),
    retentionBounds: readSetting(env, 'RETENTION_BOUNDS', retentionBounds.default({})),
    frameAncestors: readSetting(env, 'FRAME_ANCESTORS', origins.default([])),
    ...readOutside(env),
    broker: readBroker(env),
    timeSeries: readTimeSeries(env),
    s3: readS3(env),
    tracing: readTracing(env),
    metricsToken: readMetricsToken(env),
    logLevel: readSetting(
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
  | 'pushContact'
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
    publicUrl: readSetting(
      env,
      'PUBLIC_URL',
      webAddress.default(`http://localhost:${port}`),
    ).replace(/\/+$/, ''),
    smtpUrl: readSetting(
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
      readSetting(
        env,
        'SMTP_TLS',
        z.enum(['required', 'optional'], 'it must be required or optional').default('required'),
      ) === 'optional',
    securityContact: readSetting(env, 'SECURITY_CONTACT', contact.optional()),
    pushContact: readSetting(env, 'PUSH_CONTACT', contact.optional()),
    mailFrom: readSetting(
      env,
      'MAIL_FROM',
      z.string().min(3).default('Plantroom <plantroom@localhost>'),
    ),
    smsGatewayUrl: readSetting(env, 'SMS_GATEWAY_URL', webAddress.optional()),
    assistant: readAssistant(env),
    hookAllowedHosts: readSetting(env, 'HOOK_ALLOWED_HOSTS', hostNames.default([])),
    mapToken: readSetting(
      env,
      'MAPBOX_TOKEN',
      z.string().regex(/^pk\./, 'it must be a public token, which begins with pk.').optional(),
    ),
    providers: identityProviders.flatMap((idp) => readProvider(env, idp)),
  }
}

function readAssistant(env: Environment): Config['assistant'] {
  const url = readSetting(env, 'ASSISTANT_URL', webAddress.optional())
  return url === undefined
    ? undefined
    : {
        url,
        key: readSetting(env, 'ASSISTANT_KEY', z.string().optional()),
        model: readSetting(env, 'ASSISTANT_MODEL', z.string().default('default')),
      }
}

/** Issuer and client id are only valid together. */
function readProvider(env: Environment, idp: IdentityProvider): Config['providers'] {
  const [issuerName, clientName] = [
    `OIDC_${idp.toUpperCase()}_ISSUER`,
    `OIDC_${idp.toUpperCase()}_CLIENT_ID`,
  ]
  const issuer = readSetting(env, issuerName, webAddress.optional())
  const clientId = readSetting(env, clientName, z.string().optional())
  if (issuer === undefined && clientId === undefined) return []
  if (issuer === undefined)
    throw new ConfigError(issuerName, 'not set', `${clientName} is set and needs it`)
  if (clientId === undefined)
    throw new ConfigError(clientName, 'not set', `${issuerName} is set and needs it`)
  return [{ idp, issuer, clientId }]
}

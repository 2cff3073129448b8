/**
 * Descriptions of all settings. docs/settings.md is generated from them, and a test compares both
 * with config.ts.
 */
import { secretSettings } from './secretFiles.ts'

interface Setting {
  name: string
  type: string
  /** As written in the environment. A dash if there is no default. */
  default: string
  effect: string
}

export const settings: readonly Setting[] = [
  ['PORT', 'port', '4000', 'Where it listens'],
  [
    'HOST',
    'name or address',
    'localhost',
    'On which of the machine’s addresses it listens; `0.0.0.0` for all, then with TLS in front of it',
  ],
  [
    'DATA_DIR',
    'folder',
    './data',
    'The embedded database, files, snapshots and made secrets. One server at a time',
  ],
  [
    'SNAPSHOT_MINUTES',
    '0 to 1440',
    '10',
    'How often the embedded database is copied aside while something is written; 0: before upgrades alone',
  ],
  ['DATABASE_URL', 'address', '–', 'A PostgreSQL (15 or later) instead of the embedded database'],
  [
    'DATABASE_DIRECT_URL',
    'address',
    '–',
    'PostgreSQL itself, where `DATABASE_URL` is PgBouncer in transaction mode: for upgrades and for the news between servers',
  ],
  [
    'DATABASE_REPLICA_URL',
    'address',
    '–',
    'A read-only replica of it, which answers reports and the numbers of dashboards',
  ],
  [
    'NODE_ENV',
    'text',
    '–',
    '`production` turns the demo and `/api/docs` off unless they are set, and asks more of `TOKEN_SECRET`',
  ],
  [
    'DEMO',
    '0 or 1',
    '1; in production 0',
    'An empty database gets the demo companies, and the sign-in page shows their people',
  ],
  [
    'DEMO_LANGUAGE',
    'en, he, ar, ru, cs, sk',
    'en',
    'The language of the demo hospital, when it is made',
  ],
  [
    'DEMO_EXPOSED',
    '0 or 1',
    '0',
    'A demo that others may reach; its outbox is then for the signed-in alone',
  ],
  [
    'TOKEN_SECRET',
    'text, in production 32 random characters',
    'made in DATA_DIR',
    'Signs sessions. Servers that share a database share it',
  ],
  [
    'DATA_KEY',
    '32 bytes, base64 or hex',
    'made in DATA_DIR',
    'Seals secrets at rest. Servers that share a database share it',
  ],
  [
    'DATA_KEY_BEFORE',
    'such keys, by commas',
    '–',
    'Open what earlier keys sealed, until all is sealed anew',
  ],
  ['BACKUP_KEY', '32 bytes, base64 or hex', '–', 'Seals backups, which then hold the keys too'],
  ['TOKEN_MINUTES', '1 to 1440', '30', 'How long a session lasts after its last use'],
  [
    'RETENTION_BOUNDS',
    'kind=days-days, by commas',
    '–',
    'Within which companies choose how long runs, journal, events, deliveries, alerts, positions, triangulation, readings and imports are kept, where it is narrower than the product, such as `journal=365-3650`',
  ],
  [
    'CALLS_PER_SECOND',
    '1 to 100000',
    '50',
    'What one person may ask in the long run; twenty times that at once',
  ],
  [
    'TRUSTED_PROXIES',
    'addresses, networks, `loopback`',
    'loopback',
    'Whose `X-Forwarded-For` is believed',
  ],
  ['API_DOCS', '0 or 1', '1; in production 0', 'The description of the API at `/api/docs`'],
  ['FRAME_ANCESTORS', 'origins, by commas', '–', 'Who may show the product in a frame'],
  [
    'PUBLIC_URL',
    'address',
    'http://localhost:PORT',
    'Where people reach the page: links in messages, passkeys, HSTS under https',
  ],
  [
    'SMTP_URL',
    'address',
    '–',
    'The mail server. Without one nothing is mailed, and the demo shows messages at `/outbox`',
  ],
  [
    'SMTP_TLS',
    'required or optional',
    'required',
    '`optional`: mail may also go over a connection that is not encrypted',
  ],
  ['MAIL_FROM', 'name and address', 'Plantroom <plantroom@localhost>', 'Who mail is from'],
  ['SMS_GATEWAY_URL', 'address', '–', 'Takes POST { to, text } and sends a text message'],
  [
    'SECURITY_CONTACT',
    'mailto: or https:',
    'the address of MAIL_FROM',
    'Where strangers tell of a weakness',
  ],
  [
    'PUSH_CONTACT',
    'mailto: or https:',
    'SECURITY_CONTACT; if that is at localhost, PUBLIC_URL under https',
    'Whom a push service may ask about messages to phones. Some refuse an address at localhost',
  ],
  ['OIDC_AUTH0_ISSUER', 'address', '–', 'A provider of corporate sign-in; with its client'],
  ['OIDC_AUTH0_CLIENT_ID', 'text', '–', 'The client there'],
  ['OIDC_SSO_ISSUER', 'address', '–', 'Another provider; with its client'],
  ['OIDC_SSO_CLIENT_ID', 'text', '–', 'The client there'],
  ['MAPBOX_TOKEN', 'pk.…', '–', 'Draws the map with Mapbox; without it with a style of its own'],
  [
    'ASSISTANT_URL',
    'address',
    '–',
    'An OpenAI-compatible endpoint that rules with an AI agent ask',
  ],
  ['ASSISTANT_KEY', 'text', '–', 'Its key'],
  ['ASSISTANT_MODEL', 'text', 'default', 'Its model'],
  [
    'HOOK_ALLOWED_HOSTS',
    'host, host:port, host:port@company',
    '–',
    'Hosts of your own network that API hooks may call',
  ],
  [
    'MQTT_URL',
    'mqtt, mqtts, ws or wss address',
    '–',
    'The broker that gateways publish to; without it they come by HTTP alone',
  ],
  ['MQTT_USERNAME', 'text', 'that of MQTT_URL', 'Who the server is there'],
  ['MQTT_PASSWORD', 'text', 'that of MQTT_URL', 'Its password'],
  [
    'MQTT_CA_FILE',
    'path',
    '–',
    'Who signed the broker’s certificate, where no public authority did',
  ],
  [
    'MQTT_CERT_FILE',
    'path',
    '–',
    'The server’s own certificate, where the broker asks for one; with its key',
  ],
  ['MQTT_KEY_FILE', 'path', '–', 'The key of that certificate'],
  [
    'MQTT_PREFIX',
    'words, by slashes',
    'plantroom',
    'What the topics of this installation begin with; installations that share a broker have one each',
  ],
  [
    'MQTT_PUBLIC_URL',
    'such an address',
    'MQTT_URL without its password',
    'Where gateways reach the broker, as it is shown with their topic',
  ],
  [
    'FILES_S3_URL',
    'address with a bucket',
    '–',
    'The bucket of an S3-compatible store that uploaded files lie in; without it they lie in the data folder',
  ],
  ['FILES_S3_REGION', 'text', 'us-east-1', 'Its region'],
  ['FILES_S3_ACCESS_KEY', 'text', '–', 'Who the server is there'],
  ['FILES_S3_SECRET_KEY', 'text', '–', 'Its secret'],
  [
    'TIMESERIES_URL',
    'address',
    '–',
    'VictoriaMetrics, which sensor readings go on to and are read from; without it they rest in the database',
  ],
  [
    'TIMESERIES_QUERY_URL',
    'address',
    'TIMESERIES_URL',
    'Where a cluster of it is read (`…/select/0/prometheus`), which is not where it is written to (`…/insert/0/prometheus`)',
  ],
  [
    'METRICS_TOKEN',
    '16 characters or more',
    '–',
    'Asked of whoever reads `/metrics`; without it this machine alone may',
  ],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'address',
    '–',
    'Takes traces by OTLP over HTTP (`/v1/traces` is below it); without it none are made',
  ],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'name=value, by commas', '–', 'Sent along, as an account’s key'],
  ['OTEL_SERVICE_NAME', 'text', 'plantroom', 'What the server is called there'],
  [
    'OTEL_TRACES_SAMPLER_ARG',
    'number from 0 to 1',
    '1',
    'The part of traces that is kept, where no caller has decided',
  ],
  ['LOG_LEVEL', 'fatal, error, warn, info, debug, trace, silent', 'info', 'What the log tells'],
].map(([name = '', type = '', usual = '', effect = '']) => ({ name, type, default: usual, effect }))

const isSecret = (name: string) => secretSettings.some((secret) => secret === name)

export const settingsPage = (): string =>
  [
    '# Settings',
    '',
    'From the environment, or a `.env` file beside `package.json`; what the environment says wins. A wrong value stops the start with a sentence. Settings marked * may come from a file instead: `NAME_FILE` names it, and its text, without what is blank around it, is the value. `npm run doctor` tries what they say.',
    '',
    '| Setting | Type | Default | Effect |',
    '|---|---|---|---|',
    ...settings.map(
      ({ name, type, default: usual, effect }) =>
        `| \`${name}\`${isSecret(name) ? ' \\*' : ''} | ${type} | ${usual} | ${effect} |`,
    ),
    '',
    'Fixed when the page is built, and not read by the server: `VITE_API_BASE_URL`, `VITE_MOBILE`, `VITE_EMBED_ORIGINS`; `.env.example` says what they do.',
    '',
  ].join('\n')

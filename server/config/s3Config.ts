import type { S3Settings } from '#ports/s3Files.ts'
import { ConfigError, parseUrl, type Environment } from './readSetting.ts'

const needAddress = ['FILES_S3_REGION', 'FILES_S3_ACCESS_KEY', 'FILES_S3_SECRET_KEY'] as const

export function readS3(env: Environment): S3Settings | undefined {
  const value = env['FILES_S3_URL']
  if (!value) {
    const useless = needAddress.find((name) => env[name])
    if (useless === undefined) return undefined
    throw new ConfigError('FILES_S3_URL', 'not set', `${useless} is set and needs it`)
  }
  const [accessKey, secretKey] = (['FILES_S3_ACCESS_KEY', 'FILES_S3_SECRET_KEY'] as const).map(
    (name) => {
      if (env[name]) return env[name]
      throw new ConfigError(name, 'not set', 'FILES_S3_URL is set and needs it')
    },
  )
  return {
    url: addressOf(value),
    region: env['FILES_S3_REGION'] || 'us-east-1',
    accessKey: accessKey ?? '',
    secretKey: secretKey ?? '',
  }
}

function addressOf(value: string): string {
  const url = parseUrl(value)
  const isPlain = url?.username === '' && url.password === '' && url.search === ''
  if (url === undefined || !isPlain || !/^https?:$/.test(url.protocol) || url.pathname === '/')
    throw new ConfigError(
      'FILES_S3_URL',
      '(hidden, it may hold a password)',
      'it must be an address with a bucket, such as https://s3.example.org/plantroom',
    )
  return (url.origin + url.pathname).replace(/\/+$/, '')
}

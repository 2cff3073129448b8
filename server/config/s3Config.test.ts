import { expect, it } from 'vitest'
import { readS3 } from './s3Config.ts'

const keys = { FILES_S3_ACCESS_KEY: 'key', FILES_S3_SECRET_KEY: 'secret' }

it('files are stored in the folder if no bucket is set', () => {
  expect(readS3({ FILES_S3_URL: '' })).toBeUndefined()
})

it('the bucket setting is an address with its name, and a folder below it', () => {
  expect(readS3({ FILES_S3_URL: 'https://s3.example.org/plantroom/files/', ...keys })).toEqual({
    url: 'https://s3.example.org/plantroom/files',
    region: 'us-east-1',
    accessKey: 'key',
    secretKey: 'secret',
  })
})

it.each([
  ['no bucket', { FILES_S3_URL: 'https://s3.example.org/', ...keys }, 'FILES_S3_URL'],
  ['no address', { FILES_S3_URL: 'plantroom', ...keys }, 'FILES_S3_URL'],
  ['a password in it', { FILES_S3_URL: 'https://a:secret@host/b', ...keys }, 'FILES_S3_URL'],
  ['no key', { FILES_S3_URL: 'https://host/b' }, 'FILES_S3_ACCESS_KEY'],
  ['a key alone', keys, 'FILES_S3_URL'],
])('the bucket setting is refused with %s', (_what, env, variable) => {
  expect(() => readS3(env)).toThrow(new RegExp(`^${variable} is (?!.*secret)`))
})

import { expect, it } from 'vitest'
import { nativeFault, startFault } from './startFault.ts'

const settings = {
  dataDir: '/var/lib/plantroom',
  host: '1.2.3.4',
  port: 80,
  databaseUrl: 'postgres://plantroom@db/plantroom',
}
const fault = (message: string, fields: object) => Object.assign(new Error(message), fields)

it.each([
  [
    'a port that is taken',
    fault('listen EADDRINUSE', { code: 'EADDRINUSE', syscall: 'listen' }),
    /set PORT to a free one/,
  ],
  [
    'an address that is not this machine’s',
    fault('listen EADDRNOTAVAIL 1.2.3.4', { code: 'EADDRNOTAVAIL', syscall: 'listen' }),
    /^HOST 1\.2\.3\.4 and PORT 80 .*EADDRNOTAVAIL/,
  ],
  [
    'a host that nobody knows',
    fault('getaddrinfo ENOTFOUND', {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
      hostname: '1.2.3.4',
    }),
    /^HOST/,
  ],
  [
    'a database that does not run',
    new AggregateError([fault('connect ECONNREFUSED ::1:5432', { code: 'ECONNREFUSED' })]),
    /DATABASE_URL names cannot be reached \(connect ECONNREFUSED ::1:5432\)/,
  ],
  ['no such database', fault('database "x" does not exist', { code: '3D000' }), /Create it/],
  [
    'a wrong password, in the words of the query that met it',
    new Error('Failed query', {
      cause: fault('password authentication failed', { code: '28P01' }),
    }),
    /does not let this account in/,
  ],
  [
    'a folder of somebody else',
    fault('EACCES', { code: 'EACCES', syscall: 'open', path: '/var/lib/plantroom/.owner-1' }),
    /^DATA_DIR \/var\/lib\/plantroom cannot be used \(EACCES/,
  ],
])('a failed start names for %s the setting to correct', (_what, error, sentence) =>
  expect(startFault(error, settings)).toMatch(sentence),
)

it('a failed start leaves unknown errors with their stack', () => {
  expect(startFault(new Error('what'), settings)).toBeUndefined()
  const elsewhere = fault('EACCES', { code: 'EACCES', path: '/etc/shadow' })
  expect(startFault(elsewhere, settings)).toBeUndefined()
  expect(startFault(undefined, settings)).toBeUndefined()
})

it('a failed start on another system than the archive’s names the packages to add', () => {
  const packages = { 'darwin-arm64': ['@img/sharp-darwin-arm64@1.0.0', '@node-rs/argon2@1.0.0'] }
  const missing = new Error('Could not load the "sharp" module using the darwin-arm64 runtime')
  expect(nativeFault(missing, packages, 'darwin-arm64')).toMatch(
    /lacks the native packages of darwin-arm64\..*npm install --no-save @img\/sharp-darwin-arm64@1\.0\.0 @node-rs/,
  )
  expect(nativeFault(missing, packages, 'linux-x64')).toBeUndefined()
  expect(nativeFault(new Error('what'), packages, 'darwin-arm64')).toBeUndefined()
})

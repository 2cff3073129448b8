import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { readNetworkFault } from '#contract/rules/networkFault.ts'
import { makeHookClient } from './hookClient.ts'
import { networkErrorText } from './networkError.ts'

async function closedPort(): Promise<number> {
  const server = createServer().listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // listening on a port
  await new Promise((resolve) => server.close(resolve))
  return port
}

it('the text of a refused call names its code, for a name with one or more addresses', async () => {
  const port = await closedPort()
  for (const host of ['127.0.0.1', 'localhost']) {
    const error: unknown = await makeHookClient([host])
      .call({ method: 'GET', url: `http://${host}:${port}/`, headers: {}, body: null })
      .catch((reason: unknown) => reason)
    expect(readNetworkFault(networkErrorText(error)).fault).toBe('refused')
  }
})

it('the text of an error of several addresses is that of the first', () =>
  expect(
    networkErrorText(
      Object.assign(
        new AggregateError([
          Object.assign(new Error('connect ECONNREFUSED ::1:9'), { code: 'ECONNREFUSED' }),
        ]),
        { code: 'ECONNREFUSED' },
      ),
    ),
  ).toBe('connect ECONNREFUSED ::1:9'))

it('the text of an error has its code, if the message lacks it', () => {
  const expired = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })
  expect(networkErrorText(expired)).toBe('certificate has expired (CERT_HAS_EXPIRED)')
  expect(networkErrorText(Object.assign(new Error(''), { code: 'EPIPE' }))).toBe('Error (EPIPE)')
  expect(networkErrorText('closed')).toBe('closed')
})

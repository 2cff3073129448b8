import fastify from 'fastify'
import { expect, it } from 'vitest'
import { addSecurityHeaders } from './contentPolicy.ts'

it('every response has the same security headers', async () => {
  const http = fastify()
  await addSecurityHeaders(http, {
    providers: ['https://login.example.com'],
    frameAncestors: [],
    hasVendorMap: false,
    isEncrypted: true,
  })
  http.get('/', () => 'here')
  const first = await http.inject('/')
  const later = await http.inject('/')
  const missing = await http.inject('/missing')
  await http.close()
  const { 'content-security-policy': policy, 'x-content-type-options': sniffing } = first.headers
  expect(policy).toContain("connect-src 'self' https://login.example.com")
  expect(sniffing).toBe('nosniff')
  for (const name of Object.keys(first.headers))
    if (!['date', 'content-length', 'content-type'].includes(name))
      for (const response of [later, missing])
        expect(response.headers[name], name).toBe(first.headers[name])
})

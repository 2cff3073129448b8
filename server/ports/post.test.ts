import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailServer, type MailServer } from '#tests/mailServer.ts'
import { makePost } from './post.ts'

let mail: MailServer
beforeAll(async () => {
  mail = await startMailServer()
})
afterAll(() => mail.close())

const message = {
  channel: 'email',
  to: 'someone@here.test',
  subject: 'Your code',
  text: '123456',
} as const
const through = (settings: { smtpTlsOptional?: boolean }) =>
  makePost({
    smtpUrl: mail.url,
    mailFrom: 'a@here.test',
    smsGatewayUrl: undefined,
    ...settings,
  }).deliver(message)

it('the mail client sends nothing through a server that does not encrypt', async () => {
  await expect(through({})).rejects.toThrow(/TLS/i)
})

it('the mail client sends unencrypted mail if the operator allows it', async () => {
  await through({ smtpTlsOptional: true })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailServer, type MailServer } from '#tests/mailServer.ts'
import { mailHtml, makePost } from './post.ts'

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
  language: 'en',
  messageId: '7.1',
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

it('the mail client says that a mail is automatic, in which language, and repeats its id', async () => {
  mail.messages.length = 0
  const text = 'השאיבה נכשלה\n\nhttps://plantroom.example/tickets?id=7&tab=a'
  for (let tries = 0; tries < 2; tries += 1)
    await makePost({
      smtpUrl: mail.url,
      mailFrom: 'Plantroom <a@here.test>',
      smsGatewayUrl: undefined,
      smtpTlsOptional: true,
    }).deliver({ ...message, text, language: 'he', messageId: '7.1' })
  expect(mail.messages).toHaveLength(2)
  for (const { raw } of mail.messages) {
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(raw).toMatch(/^Content-Language: he\r$/m)
    expect(raw).toMatch(/^Message-ID: <7\.1@here\.test>\r$/m)
    expect(raw).toContain('multipart/alternative')
  }
  expect(mail.messages[0]?.text.replaceAll('\r\n', '\n')).toBe(text)
})

it('the HTML part of a mail has the direction of its language, its signs escaped, and links', () => {
  const html = mailHtml('<b> & "פינה"\nשורה\n\nhttps://plantroom.example/a?b=1&c=2', 'he')
  expect(html).toContain('<html lang="he" dir="rtl">')
  expect(html).toContain('<p>&lt;b&gt; &amp; &quot;פינה&quot;<br>שורה</p>')
  expect(html).toContain(
    '<a dir="ltr" href="https://plantroom.example/a?b=1&amp;c=2">https://plantroom.example/a?b=1&amp;c=2</a>',
  )
})

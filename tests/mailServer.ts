/** A real SMTP server that stores what it receives, and an SMS gateway. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  messages: { to: string; text: string; raw: string }[]
  isDown: boolean
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const state: Pick<MailServer, 'messages' | 'isDown'> = { messages: [], isDown: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: (_address, _session, done) =>
      done(state.isDown ? new Error('451 come back later') : null),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8')
        state.messages.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(','),
          text: decode(plainPart(raw)),
          raw,
        })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  })
}

function plainPart(raw: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1]
  const parts = boundary === undefined ? [raw] : raw.split(`--${boundary}`)
  return (parts.find((part) => /^content-type: text\/plain/im.test(part)) ?? raw)
    .replace(/^\r\n/, '')
    .replace(/\r\n$/, '')
}

function decode(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

export async function startSmsGateway(): Promise<{
  url: string
  texts: { to: string; text: string }[]
  close(): Promise<void>
}> {
  const texts: { to: string; text: string }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        texts.push(JSON.parse(Buffer.concat(parts).toString()) as { to: string; text: string })
        response.end('{}')
      })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/send`,
    texts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}

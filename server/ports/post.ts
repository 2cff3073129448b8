/** How a message leaves the house: mail through SMTP, text messages through an HTTP gateway. */
import nodemailer from 'nodemailer'

export interface Message {
  channel: 'email' | 'sms'
  to: string
  subject: string
  text: string
}
export interface Post {
  /** Can this channel deliver to the outside world? Where it cannot, messages rest in the outbox. */
  delivers(channel: Message['channel']): boolean
  /** Throws when it could not be handed over; the caller tries again. */
  deliver(message: Message): Promise<void>
}

const TIMEOUT_MILLISECONDS = 10_000

interface PostSettings {
  smtpUrl: string | undefined
  smtpTlsOptional?: boolean
  mailFrom: string
  smsGatewayUrl: string | undefined
}

export function makePost({
  smtpUrl,
  smtpTlsOptional = false,
  mailFrom,
  smsGatewayUrl,
}: PostSettings): Post {
  const transport = smtpUrl === undefined ? undefined : mailTransport(smtpUrl, smtpTlsOptional)
  return {
    delivers: (channel) =>
      channel === 'email' ? transport !== undefined : smsGatewayUrl !== undefined,
    async deliver({ channel, to, subject, text }) {
      if (channel === 'email') await transport?.sendMail({ from: mailFrom, to, subject, text })
      else if (smsGatewayUrl !== undefined) await sendText(smsGatewayUrl, to, text)
    },
  }
}

const mailTransport = (url: string, smtpTlsOptional: boolean) =>
  nodemailer.createTransport({
    url,
    // Codes and reset links are in these messages: without TLS they are not sent, unless the
    // operator says so.
    requireTLS: !smtpTlsOptional,
    connectionTimeout: TIMEOUT_MILLISECONDS,
    socketTimeout: TIMEOUT_MILLISECONDS,
    greetingTimeout: TIMEOUT_MILLISECONDS,
  })

/** Greets the mail server and signs in, and sends nothing. Throws what it says otherwise. */
export async function reachMailServer({
  smtpUrl,
  smtpTlsOptional = false,
}: Pick<PostSettings, 'smtpUrl' | 'smtpTlsOptional'>): Promise<void> {
  if (smtpUrl === undefined) return
  const transport = mailTransport(smtpUrl, smtpTlsOptional)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** POST { to, text } as JSON; any 2xx means the gateway has it. */
async function sendText(gateway: string, to: string, text: string): Promise<void> {
  const answer = await fetch(gateway, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to, text }),
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  })
  if (!answer.ok) throw new Error(`The SMS gateway answered ${answer.status}`)
}

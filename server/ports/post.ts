import nodemailer from 'nodemailer'
import { directionOf, type Language } from '#contract/languages.ts'

export interface Message {
  channel: 'email' | 'sms'
  to: string
  subject: string
  text: string
  language: Language | null
  /** Equal for each retry, so that a mail program shows a repeated message once. */
  messageId: string
}
export interface Post {
  /** True if the channel is configured. Otherwise messages stay in the outbox. */
  delivers(channel: Message['channel']): boolean
  /** Throws if delivery failed; the caller retries. */
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
    async deliver({ channel, to, subject, text, language, messageId }) {
      if (channel === 'email')
        await transport?.sendMail({
          from: mailFrom,
          to,
          subject,
          text,
          html: mailHtml(text, language),
          messageId: `<${messageId}@${hostOf(mailFrom)}>`,
          headers: {
            // RFC 3834: no automatic answers to automatic mail.
            'Auto-Submitted': 'auto-generated',
            ...(language && { 'Content-Language': language }),
          },
        })
      else if (smsGatewayUrl !== undefined) await sendText(smsGatewayUrl, to, text)
    },
  }
}

const hostOf = (address: string): string => /@([^\s@>]+)>?\s*$/.exec(address)?.[1] ?? 'localhost'

/**
 * The text as HTML in its direction: mail programs show plain text from left to right. Addresses
 * become links.
 */
export function mailHtml(text: string, language: Language | null): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    const lines = escaped(paragraph).replace(
      /https?:\/\/[^\s<]+/g,
      (address) => `<a dir="ltr" href="${address}">${address}</a>`,
    )
    return `<p>${lines.replaceAll('\n', '<br>')}</p>`
  })
  const attributes = language === null ? '' : ` lang="${language}" dir="${directionOf(language)}"`
  return `<!doctype html><html${attributes}><head><meta charset="utf-8"></head><body>${paragraphs.join('')}</body></html>`
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

const mailTransport = (url: string, smtpTlsOptional: boolean) =>
  nodemailer.createTransport({
    url,
    // Messages contain codes and reset links, so TLS is required unless the operator opts out.
    requireTLS: !smtpTlsOptional,
    connectionTimeout: TIMEOUT_MILLISECONDS,
    socketTimeout: TIMEOUT_MILLISECONDS,
    greetingTimeout: TIMEOUT_MILLISECONDS,
  })

/** Connects and authenticates without sending. Throws the server's error. */
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

/** POST { to, text } as JSON. Any 2xx means success. */
async function sendText(gateway: string, to: string, text: string): Promise<void> {
  const answer = await fetch(gateway, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to, text }),
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  })
  if (!answer.ok) throw new Error(`The SMS gateway answered ${answer.status}`)
}

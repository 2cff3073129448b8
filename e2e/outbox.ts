import type { APIRequestContext } from '@playwright/test'

interface Message {
  to: string
  text: string
}

export async function messageTo(request: APIRequestContext, address: string): Promise<string> {
  const { rows } = (await (await request.get('/api/public/outbox')).json()) as { rows: Message[] }
  const found = rows.find(({ to }) => to === address)
  if (!found) throw new Error(`No message to ${address}`)
  return found.text
}

/** The path of a message's link, whatever host this server runs on. */
export function linkIn(message: string): string {
  const { pathname, search } = new URL(/https?:\/\/\S+/.exec(message)?.[0] ?? '')
  return pathname + search
}

/**
 * Another product: a page that shows its address's target in a frame and records the frame's
 * messages.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const portalPort = Number(process.env['E2E_PORTAL_PORT'] ?? 4192)
/** The origin that the journeys' server allows (FRAME_ANCESTORS). */
export const portalOrigin = `http://127.0.0.1:${portalPort}`

export interface Portal {
  origin: string
  close(): void
}

export async function openPortal(which: 'known' | 'stranger'): Promise<Portal> {
  const server = createServer((request, response) => {
    const held =
      new URL(request.url ?? '/', 'http://portal').searchParams.get('hold') ?? 'about:blank'
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><title>Portal</title><script>window.heard = []; addEventListener('message', (event) => heard.push({ from: event.origin, said: event.data }))</script><iframe src="${held.replaceAll('&', '&amp;')}" width="1200" height="800"></iframe>`,
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(which === 'known' ? portalPort : 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // a listening TCP server has an address
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

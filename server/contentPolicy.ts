/** Security headers: the browser loads and contacts only what the page needs. */
import type { OutgoingHttpHeader } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const MAP_VENDOR = [
  'https://api.mapbox.com',
  'https://events.mapbox.com',
  'https://*.tiles.mapbox.com',
]

interface Policy {
  providers: string[]
  frameAncestors: string[]
  hasVendorMap: boolean
  isEncrypted: boolean
}

export async function addSecurityHeaders(
  http: FastifyInstance,
  { providers, frameAncestors, hasVendorMap, isEncrypted }: Policy,
): Promise<void> {
  await http.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...providers, ...(hasVendorMap ? MAP_VENDOR : [])],
        // antd writes its styles at run time; scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // Stored PDFs are shown from blobs. Frames of other origins are blocked.
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'", ...frameAncestors],
      },
    },
    // frame-ancestors above replaces it and supports several origins. With https, browsers do not
    // try http for two years.
    xFrameOptions: false,
    strictTransportSecurity: isEncrypted ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
  })
  setOnce(http)
}

/** Helmet builds its headers for each response, and they are always the same. */
function setOnce(http: FastifyInstance): void {
  let headers: [string, OutgoingHttpHeader][] | undefined
  http.addHook('onRequest', (_request, { raw, helmet: addHeaders }, done) => {
    if (headers === undefined) {
      const before = new Set(raw.getHeaderNames())
      addHeaders()
      headers = Object.entries(raw.getHeaders()).flatMap(([name, value]) =>
        before.has(name) || value === undefined ? [] : [[name, value]],
      )
    } else for (const [name, value] of headers) raw.setHeader(name, value)
    done()
  })
}

/** The headers by which a browser loads nothing, and asks nobody, that the page has no need of. */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Whom the page may ask when its map is Mapbox's. */
const MAP_VENDOR = [
  'https://api.mapbox.com',
  'https://events.mapbox.com',
  'https://*.tiles.mapbox.com',
]

interface Policy {
  /** Origins of the identity providers, which the page asks itself. */
  providers: string[]
  /** Who may show the page in a frame, besides itself. */
  frameAncestors: string[]
  hasVendorMap: boolean
  /** People come by https. */
  isEncrypted: boolean
}

export async function protect(
  http: FastifyInstance,
  { providers, frameAncestors, hasVendorMap, isEncrypted }: Policy,
): Promise<void> {
  await http.register(helmet, {
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
        // A stored PDF is shown from memory; nothing of another origin is.
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'", ...frameAncestors],
      },
    },
    // frame-ancestors above says it better, and with more than one origin.
    // Where people come by https, no browser of theirs tries http again for two years.
    xFrameOptions: false,
    strictTransportSecurity: isEncrypted ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
  })
}

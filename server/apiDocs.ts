/** `/api/docs`: the wire contract as OpenAPI, with a page to try it. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Mounted } from '#kernel/http/mount.ts'
import { addPaths, emptyOpenApi } from '#kernel/http/openapi.ts'
import { runInSlices } from '#kernel/work/yieldToEventLoop.ts'

export async function serveApiDocs(http: FastifyInstance, mounted: Mounted): Promise<void> {
  const document = emptyOpenApi()
  let filled: Promise<void> | undefined
  // The package looks beside its own code, which is in the server's bundle.
  const page = join(
    dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')),
    'static',
  )
  const logo = await readFile(join(page, 'logo.svg'))
  await http.register(async (docs) => {
    // At the first request: most servers are never asked for their documentation.
    docs.addHook('onRequest', () => (filled ??= runInSlices(addPaths(document, mounted))))
    await docs.register(swagger, {
      mode: 'static',
      specification: { document: document as never }, // its type requires literals
    })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      baseDir: page,
      logo: { type: 'image/svg+xml', content: logo },
    })
  })
}

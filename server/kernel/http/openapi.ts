import { z } from 'zod'
import { isDoneOnce } from '#contract/endpoint.ts'
import { apiError } from '#contract/shapes.ts'
import type { Mounted } from './mount.ts'

type Json = Record<string, unknown>

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Sent again with the same key within a day, the call is answered as before and not done again.',
  schema: { type: 'string', format: 'uuid' },
}

export interface OpenApi extends Json {
  paths: Record<string, Json>
}

/** Adds one endpoint per step, because all of them take half a second. */
export function* addPaths({ paths }: OpenApi, mounted: Mounted): Generator<void, void> {
  for (const { name, endpoint } of mounted) {
    yield
    const inputs = schemaOf(endpoint.params, 'input')
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = {
      operationId: name,
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[2] ?? 'api'],
      description:
        endpoint.access === 'public'
          ? 'Open to everyone.'
          : endpoint.access === 'session'
            ? 'Needs a session.'
            : `Needs the right \`${endpoint.access.slice(4)}\`.`,
      security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
      parameters: [
        ...Object.entries((inputs?.['properties'] ?? {}) as Json).map(([key, schema]) => ({
          name: key,
          in: endpoint.path.includes(`{${key}}`) ? 'path' : 'query',
          required:
            endpoint.path.includes(`{${key}}`) ||
            ((inputs?.['required'] ?? []) as string[]).includes(key),
          schema,
        })),
        ...(isDoneOnce(endpoint) ? [idempotencyParameter] : []),
      ],
      ...requestOf(endpoint),
      ...(endpoint.alsoAt.length > 0 && { 'x-also-at': endpoint.alsoAt }),
      responses: {
        200: {
          description: 'Done',
          content: {
            [endpoint.wire === 'stream' ? 'application/octet-stream' : 'application/json']: {
              schema: schemaOf(endpoint.response, 'output') ?? {},
            },
          },
        },
        default: {
          description:
            'Refused: 400 bad input, 401 no session, 403 no right, 404 not there, 409 conflict, 410 expired, 429 too many. Each error’s `code` is one of docs/errors.md.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    }
  }
}

export const emptyOpenApi = (): OpenApi => ({
  openapi: '3.1.0',
  info: { title: 'Plantroom', version: '1', description: 'The /api wire contract.' },
  paths: {},
  components: {
    schemas: { Error: schemaOf(apiError, 'output') },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  },
})

function requestOf(endpoint: Mounted[number]['endpoint']): Json {
  if (endpoint.wire === 'upload') {
    return {
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: { file: { type: 'string', format: 'binary' } },
            },
          },
        },
      },
    }
  }
  const body = schemaOf(endpoint.body, 'input')
  return body
    ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } }
    : {}
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json | undefined {
  if (schema instanceof z.ZodUndefined) return undefined
  // Rules that JSON Schema cannot express (refinements, coercions) appear as their plain type.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { id, idParam } from './ids.ts'
import { instant, listAnswer, listQuestion } from './shapes.ts'

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

/** `waiting`: not sent yet, or waiting for a retry. `failed`: all attempts are used up. */
const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Why a call failed without an HTTP response. Network errors keep the system's own text, which
 * `readNetworkFault` classifies.
 */
export const hookFaults = ['switchedOff', 'gone', 'notAllowed', 'timeout'] as const
export type HookFault = (typeof hookFaults)[number]

export const hookDelivery = z.object({
  id: id('hookDelivery'),
  hook: named(id('apiHook')).nullable(),
  automation: z.object({ id: id('automation').nullable(), name: z.string() }).nullable(),
  procedureLogId: id('procedureLog').nullable(),
  isTest: z.boolean(),
  state: z.enum(deliveryStates),
  createdAt: instant,
  attempts: z.number().int(),
  nextAttemptAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  /** HTTP status of the last attempt; null if there was no response. */
  status: z.number().int().nullable(),
  /** A code from `hookFaults`, or the system's text. */
  error: z.string().nullable(),
})
export type HookDelivery = z.output<typeof hookDelivery>

const hookAttempt = z.object({
  at: instant,
  milliseconds: z.number().int(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
  }),
  response: z.object({ status: z.number().int(), body: z.string() }).nullable(),
  error: z.string().nullable(),
})
const hookDeliveryDetail = hookDelivery.extend({
  /** Idempotency key: the same for every attempt. */
  key: z.uuid(),
  payload: z.string(),
  tries: z.array(hookAttempt),
})

const access = 'can:editor|automations'
const one = z.object({ id: idParam('hookDelivery') })

export const hooks = {
  listHookDeliveries: query({
    method: 'POST',
    path: '/api/hook-deliveries/get',
    access,
    summary: 'Calls of API hooks, newest first',
    body: listQuestion(['createdAt'])
      .omit({ search: true })
      .extend({
        hookId: id('apiHook').optional(),
        automationId: id('automation').optional(),
        states: z.array(z.enum(deliveryStates)).max(3).optional(),
      })
      .strict(),
    response: listAnswer(hookDelivery),
    reads: ['HookDelivery'],
  }),
  getHookDelivery: query({
    method: 'GET',
    path: '/api/hook-deliveries/{id}',
    access,
    summary: 'One call with every try',
    params: one,
    response: hookDeliveryDetail,
    reads: ({ params }) => ['HookDelivery', { type: 'HookDelivery', id: params.id }],
  }),
  resendHookDelivery: mutation({
    method: 'POST',
    path: '/api/hook-deliveries/{id}/resend',
    access,
    summary: 'Send it again, with the same key',
    params: one,
    response: hookDelivery,
    writes: ({ params }) => ['HookDelivery', { type: 'HookDelivery', id: params.id }],
  }),
  testApiHook: mutation({
    method: 'POST',
    path: '/api/api-hooks/{id}/test',
    access,
    summary: 'Call a hook as a past performance would, marked as a test',
    params: z.object({ id: idParam('apiHook') }),
    body: z.strictObject({ procedureLogId: id('procedureLog') }),
    response: hookDelivery,
    writes: ['HookDelivery'],
  }),
}

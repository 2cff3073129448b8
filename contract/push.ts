/**
 * Web push: alerts on the lock screens of a user's own devices (RFC 8030, 8291, 8292). Endpoints
 * are addresses of the browser makers' push services, which the browser chooses.
 */
import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { id, idParam } from './ids.ts'
import { pushGroups } from './rules/pushGroups.ts'
import { bounded, instant, name } from './shapes.ts'

/** An eleventh device replaces the least recently used one. */
export const MAX_PUSH_DEVICES = 10

/**
 * Why the last message did not arrive: the address is not allowed, the push service refused, was
 * busy too long, or did not answer.
 */
const pushFaults = ['notAllowed', 'refused', 'busy', 'noAnswer'] as const
export type PushFault = (typeof pushFaults)[number]

const clockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Not a time of day')
  .meta({ example: '22:00' })

/** On the company's clock. An end before the start is on the next day. */
const quietHours = z
  .strictObject({ from: clockTime, to: clockTime })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Ends where it begins' })
export type QuietHours = z.output<typeof quietHours>

const group = z.enum(pushGroups)

const device = z.object({
  id: id('pushDevice'),
  name: z.string(),
  createdAt: instant,
  /** When the user last opened the product on it. */
  renewedAt: instant,
  lastSuccessAt: instant.nullable(),
  /** Nothing is sent until the user signs in on it again. */
  isSignedOut: z.boolean(),
  fault: z.enum(pushFaults).nullable(),
})

const pushAnswer = z.object({
  /** The company has turned web push on. */
  isOn: z.boolean(),
  showsText: z.boolean(),
  /** The server's public key, for the browser. Null while off. */
  publicKey: z.string().nullable(),
  groups: z.array(group),
  quietHours: quietHours.nullable(),
  devices: z.array(device),
})

const isHttps = (address: string) => URL.canParse(address) && new URL(address).protocol === 'https:'

const endpoint = z
  .string()
  .min(1)
  .max(1_500)
  .regex(/^[!-~]+$/, 'Not an address')
  .refine(bounded(isHttps), 'Not an https address')
  .meta({ example: 'https://push.example.com/send/k3y' })

const key = (length: number, example: string) =>
  z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), 'Not a key')
    .meta({ example })

export const push = {
  getPush: query({
    method: 'GET',
    path: '/api/account/push',
    access: 'session',
    summary: 'One’s own devices for web push, what goes to them, and when they are quiet',
    response: pushAnswer,
    reads: ['PushDevice', 'Company'],
  }),
  setPushWishes: mutation({
    method: 'PUT',
    path: '/api/account/push',
    access: 'session',
    summary: 'Choose which kinds of alerts go to one’s devices, and quiet hours',
    body: z.strictObject({
      groups: z
        .array(group)
        .max(pushGroups.length)
        .refine((all) => new Set(all).size === all.length, 'A kind is named twice'),
      quietHours: quietHours.nullable(),
    }),
    response: pushAnswer,
    writes: ['PushDevice'],
  }),
  addPushDevice: mutation({
    method: 'POST',
    path: '/api/account/push/devices',
    access: 'session',
    idempotent: true,
    summary:
      'Send one’s alerts to this browser too; of more than ten devices, the least recently used one is removed',
    body: z.strictObject({
      endpoint,
      /** P-256 public key of the browser: 65 bytes, base64url. */
      p256dh: key(
        87,
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      /** Shared secret of the browser: 16 bytes. */
      auth: key(22, 'BTBZMqHH6r4Tts7J_aSIgg'),
      name: name.max(100),
    }),
    response: z.object({
      id: id('pushDevice'),
      /** Name of the device that this one replaced. */
      replaced: z.string().nullable(),
    }),
    writes: ['PushDevice'],
  }),
  renewPushDevice: mutation({
    method: 'POST',
    path: '/api/account/push/here',
    access: 'session',
    idempotent: true,
    summary:
      'This browser has this address: its device follows the present session, and other people get nothing here any more',
    body: z.strictObject({ endpoint }),
    response: z.object({ deviceId: id('pushDevice').nullable() }),
    writes: [],
  }),
  removePushDevice: mutation({
    method: 'DELETE',
    path: '/api/account/push/devices/{id}',
    access: 'session',
    summary: 'Send nothing more to one of one’s own devices',
    params: z.object({ id: idParam('pushDevice') }),
    response: z.object({ removed: z.literal(true) }),
    writes: ['PushDevice'],
  }),
  testPushDevice: mutation({
    method: 'POST',
    path: '/api/account/push/devices/{id}/test',
    access: 'session',
    summary: 'Send a test message to one of one’s own devices; five a quarter of an hour',
    params: z.object({ id: idParam('pushDevice') }),
    response: z.object({ queued: z.literal(true) }),
    writes: ['PushDevice'],
  }),
}

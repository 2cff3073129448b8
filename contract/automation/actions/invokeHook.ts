import { z } from 'zod'
import { id } from '#contract/ids.ts'
import type { ActionOf } from './kind.ts'

export const invokeHook = z.strictObject({ kind: z.literal('invokeHook'), hookId: id('apiHook') })

export const invokeHookKind: ActionOf<z.infer<typeof invokeHook>> = {
  listedUnder: 'apiHook',
  names: { hookId: 'apiHook' },
  fresh: () => ({ kind: 'invokeHook', hookId: null }),
  faults: ({ hookId }) => (hookId === null ? ['hookMissing'] : []),
}

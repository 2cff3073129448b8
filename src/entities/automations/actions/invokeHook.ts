import type { ActionPage } from './kind.ts'

export const invokeHook = {
  sentence: ({ hookId }, { naming }) => ({
    hook: naming.one('apiHook', hookId, 'hook'),
  }),
  blanks: { hook: 'hookId' },
} satisfies ActionPage<'invokeHook'>

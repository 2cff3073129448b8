import type { ActionPage } from './kind.ts'

export const removeScheduled = {
  sentence: ({ procedureId }, { naming }) => ({
    procedure: naming.one('procedure', procedureId, 'procedure'),
  }),
  blanks: { procedure: 'procedureId' },
} satisfies ActionPage<'removeScheduled'>

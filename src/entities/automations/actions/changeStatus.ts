import type { ActionPage } from './kind.ts'

export const changeStatus = {
  sentence: ({ statusId }, { naming }) => ({
    status: naming.one('equipmentStatus', statusId, 'status'),
  }),
  blanks: { status: 'statusId' },
} satisfies ActionPage<'changeStatus'>

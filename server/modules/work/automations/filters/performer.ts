import { referencesAtKeys, type ServerFilter } from './kind.ts'

export const performer: ServerFilter<'performer'> = {
  verdictReferences: (sides) =>
    sides.flatMap((side) => [
      ...referencesAtKeys(side, 'user', 'userIds', 'userId'),
      ...referencesAtKeys(side, 'role', 'roleIds'),
    ]),
}

/** A user as the server returns it, for component tests. */
import type { UserDetail } from '#contract/people/people.ts'
import { asId } from '#lib/ids.ts'

export const onePerson: UserDetail = {
  id: asId('user', 7),
  firstName: 'Tomáš',
  lastName: 'Novák',
  name: 'Tomáš Novák',
  email: 'tomas@sample.test',
  phone: '+420 601 000 003',
  language: 'cs',
  roles: [{ id: asId('role', 3), name: 'Technician' }],
  state: 'active',
  availability: { kind: 'none' },
  allEquipment: false,
  allLocations: true,
  allProcedures: true,
  equipmentTypeIds: [asId('equipmentType', 1)],
  locationTypeIds: [],
  procedureTypeIds: [],
  isShared: false,
  isEmailProven: true,
  isPhoneProven: false,
  pendingEmail: null,
  orgEntity: null,
  isSelf: false,
  endedBy: null,
  isAnonymised: false,
  lastSignInAt: '2026-11-20T08:00:00.000Z',
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
  version: 4,
}

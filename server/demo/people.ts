/**
 * The demo people, one a role, and an administrator of the second company (decisions, 'The
 * product').
 */
import type { StandardRole } from '../modules/foundation/auth/company.ts'
import type { Words } from './words.ts'

export const DEMO_PASSWORD = 'Plantroom1'

export type Home = keyof Words['company']

/** `phone`: recipient of codes by text message, which land in the outbox. */
export interface DemoPerson {
  key: keyof Words['people']
  email: string
  phone: string
  role: StandardRole
  roleShown: StandardRole | 'otherCompany'
  home: Home
  /** A second company they belong to, in the same role. */
  alsoIn?: Home
}

export const demoPeople: DemoPerson[] = [
  {
    key: 'admin',
    email: 'admin@plantroom.demo',
    phone: '+420 601 000 001',
    role: 'administrator',
    roleShown: 'administrator',
    home: 'hospital',
  },
  {
    key: 'manager',
    email: 'manager@plantroom.demo',
    phone: '+420 601 000 002',
    role: 'manager',
    roleShown: 'manager',
    home: 'hospital',
    alsoIn: 'factory',
  },
  {
    key: 'technician',
    email: 'technician@plantroom.demo',
    phone: '+420 601 000 003',
    role: 'technician',
    roleShown: 'technician',
    home: 'hospital',
  },
  {
    key: 'staff',
    email: 'staff@plantroom.demo',
    phone: '+420 601 000 004',
    role: 'staff',
    roleShown: 'staff',
    home: 'hospital',
  },
  {
    key: 'factoryAdmin',
    email: 'admin@northmill.demo',
    phone: '+420 601 000 005',
    role: 'administrator',
    roleShown: 'otherCompany',
    home: 'factory',
  },
]

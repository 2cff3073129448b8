/**
 * The demo people, one a role, and an administrator of the second company (decisions, 'The
 * product').
 */
import type { StandardRole } from '../modules/auth/company.ts'

export const DEMO_PASSWORD = 'Plantroom1'
export const HOSPITAL = 'St. Brigid Hospital'
export const FACTORY = 'North Mill Works'

/** `phone` so that a code by text message has somewhere to go: the outbox. */
export interface DemoPerson {
  email: string
  phone: string
  firstName: string
  lastName: string
  role: StandardRole
  roleShown: StandardRole | 'otherCompany'
  company: string
  /** A second company they belong to, in the same role. */
  alsoIn?: string
}

export const demoPeople: DemoPerson[] = [
  {
    email: 'admin@plantroom.demo',
    phone: '+420 601 000 001',
    firstName: 'Ada',
    lastName: 'Keller',
    role: 'administrator',
    roleShown: 'administrator',
    company: HOSPITAL,
  },
  {
    email: 'manager@plantroom.demo',
    phone: '+420 601 000 002',
    firstName: 'Miriam',
    lastName: 'Levi',
    role: 'manager',
    roleShown: 'manager',
    company: HOSPITAL,
    alsoIn: FACTORY,
  },
  {
    email: 'technician@plantroom.demo',
    phone: '+420 601 000 003',
    firstName: 'Tomáš',
    lastName: 'Novák',
    role: 'technician',
    roleShown: 'technician',
    company: HOSPITAL,
  },
  {
    email: 'staff@plantroom.demo',
    phone: '+420 601 000 004',
    firstName: 'Samira',
    lastName: 'Haddad',
    role: 'staff',
    roleShown: 'staff',
    company: HOSPITAL,
  },
  {
    email: 'admin@northmill.demo',
    phone: '+420 601 000 005',
    firstName: 'Ned',
    lastName: 'Miller',
    role: 'administrator',
    roleShown: 'otherCompany',
    company: FACTORY,
  },
]

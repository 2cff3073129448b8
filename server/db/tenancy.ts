import { getTableName } from 'drizzle-orm'
import * as schema from './schema/index.ts'
import { tenantTables } from './tenantTable.ts'

/** Tables outside companies, with the reason. Only the system role has access. */
export const globalTables: Record<string, string> = {
  [getTableName(schema.company)]:
    'the companies themselves; a company sees and changes its own row',
  [getTableName(schema.person)]:
    'one human being may belong to several companies; a company sees the address and phone of its own',
  [getTableName(schema.session)]: 'looked up before the company is known',
  [getTableName(schema.attempt)]: 'counts failures of people nobody knows yet',
  [getTableName(schema.setupLink)]: 'exists before the first company',
  [getTableName(schema.oneTimeCode)]: 'signs a person in before the company is known',
  [getTableName(schema.resetLink)]: 'belongs to a person, whatever their companies',
  [getTableName(schema.spentToken)]: 'guards sign-in, before the company is known',
  [getTableName(schema.calendarFeed)]: 'a secret address is read before the company is known',
  [getTableName(schema.message)]:
    'a message to a person; it says nothing of a company that its reader may not know',
  [getTableName(schema.passkey)]: 'belongs to a person, whatever their companies',
  [getTableName(schema.authenticator)]: 'belongs to a person, whatever their companies',
  [getTableName(schema.recoveryCode)]: 'belongs to a person, whatever their companies',
  [getTableName(schema.identityLink)]:
    'says who a person is at a provider, before the company is known',
  [getTableName(schema.knownPlace)]: 'where a person has signed in, before the company is known',
  [getTableName(schema.signInStep)]: 'a sign-in under way, before the company is known',
  [getTableName(schema.contactChange)]: 'an address or phone of a person, whatever their companies',
  [getTableName(schema.textMessageCount)]:
    'counted where a code is sent, before anyone is signed in',
  [getTableName(schema.installation)]: 'speaks of the installation, not of a company',
}

const ownCompany = `company_id = nullif(current_setting('app.company_id', true), '')::int`

/**
 * Without this condition, an owner that inherits the role would see everything without switching to
 * it.
 */
const asSystemItself = `current_user = 'plantroom_system'`

export function tenancyStatements(): string[] {
  const statements = ['grant usage on schema public to plantroom_tenant, plantroom_system']
  for (const table of tenantTables.keys()) {
    statements.push(
      ...forced(table),
      `grant select, insert, update, delete on ${table} to plantroom_tenant`,
      ...policy(table, 'plantroom_tenant', 'all', ownCompany),
    )
  }
  for (const table of Object.keys(globalTables)) statements.push(...forced(table))
  // The security log is append-only, even for an administrator's session.
  statements.push(
    `revoke update, delete on ${getTableName(schema.securityEvent)} from plantroom_tenant`,
    // Signed records are append-only too. Only the clean-up deletes content, as the system role.
    `revoke update, delete on ${getTableName(schema.signedLog)} from plantroom_tenant`,
  )
  const ownRow = ownCompany.replace('company_id =', 'id =')
  statements.push(
    'grant select on company to plantroom_tenant',
    ...policy('company', 'plantroom_tenant', 'select', ownRow),
  )
  statements.push(
    'grant update (name, timezone, language, idp, force_sso) on company to plantroom_tenant',
    ...policy('company', 'plantroom_tenant', 'update', ownRow),
  )
  // A company sees the contact data of its own users, but never password hashes.
  statements.push(
    'grant select (id, email, phone, email_proven_at, phone_proven_at, created_at) on person to plantroom_tenant',
  )
  statements.push(
    ...policy(
      'person',
      'plantroom_tenant',
      'select',
      `exists (select from app_user u where u.person_id = person.id and u.${ownCompany})`,
    ),
  )
  statements.push(
    'grant usage on all sequences in schema public to plantroom_tenant, plantroom_system',
  )
  return statements
}

function forced(table: string): string[] {
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `grant select, insert, update, delete on ${table} to plantroom_system`,
    ...policy(table, 'plantroom_system', 'all', asSystemItself),
  ]
}

function policy(
  table: string,
  role: string,
  command: 'all' | 'select' | 'update',
  condition: string,
): string[] {
  const name = `${role}_${command}`
  return [
    `drop policy if exists ${name} on ${table}`,
    `create policy ${name} on ${table} for ${command} to ${role} using (${condition})${command === 'select' ? '' : ` with check (${condition})`}`,
  ]
}

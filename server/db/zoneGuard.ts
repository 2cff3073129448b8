/**
 * A trigger that refuses occurrences written with another release of the tz database. An older
 * server may still run after a newer one moved the dates.
 */
import { getTableName } from 'drizzle-orm'
import * as schema from './schema/index.ts'

export const ZONE_RELEASE = 'zone release'

export function zoneGuardStatements(): string[] {
  const installation = getTableName(schema.installation)
  const own = `coalesce(current_setting('app.zone_release', true), '')`
  return [
    // The function runs as the owner, who needs this policy. Other roles cannot select from the
    // table.
    `drop policy if exists zone_release on ${installation}`,
    `create policy zone_release on ${installation} for select using (key = '${ZONE_RELEASE}')`,
    `create or replace function refuse_other_zone_data() returns trigger language plpgsql security definer set search_path from current as $$
      declare release text;
      begin
        select value into release from ${installation} where key = '${ZONE_RELEASE}';
        if release is not null and release <> ${own} then
          raise exception 'Occurrences follow the tz database %; this server has %', release, ${own};
        end if;
        return null;
      end $$`,
    `create or replace trigger occurrence_zone_data after insert or update of at, planned_at on ${getTableName(schema.occurrence)} for each statement execute function refuse_other_zone_data()`,
  ]
}

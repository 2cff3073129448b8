-- The owner writes here once, across companies; row-level security is forced on it again right after.
ALTER TABLE "role" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "app_user" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "user_role" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alert" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alert_recipient" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "calendar_feed" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Exporting a company has a right of its own. Roles that held every right hold it; no other role gains it.
UPDATE "role" SET "permissions" = array_append("permissions", 'exporter|company')
WHERE NOT 'exporter|company' = ANY ("permissions") AND ("key" = 'administrator' OR "permissions" @> ARRAY[
  'editor|equipment', 'editor|locations', 'editor|procedures', 'performer|procedures', 'editor|schedules',
  'editor|automations', 'editor|tickets', 'editor|dashboards', 'viewer|reports', 'editor|devices',
  'editor|management', 'editor|users', 'editor|company', 'editor|import', 'viewer|journal', 'viewer|security']);--> statement-breakpoint
-- Administrators are alerted once to the roles that lost an act: the export, and API hooks.
WITH "narrowed" AS (
  SELECT "company_id", 'exportNeedsRight' AS "kind", string_agg("name", ', ' ORDER BY "name") AS "roles"
  FROM "role" WHERE 'viewer|security' = ANY ("permissions") AND NOT 'exporter|company' = ANY ("permissions")
  GROUP BY "company_id"
  UNION ALL
  SELECT "company_id", 'hooksNeedRight', string_agg("name", ', ' ORDER BY "name")
  FROM "role" WHERE 'editor|management' = ANY ("permissions") AND NOT 'editor|automations' = ANY ("permissions")
    AND "key" IS DISTINCT FROM 'administrator'
  GROUP BY "company_id"
), "notice" AS (
  INSERT INTO "alert" ("company_id", "at", "kind", "level", "text")
  SELECT "company_id", now(), "kind", 'warning', "roles" FROM "narrowed"
  RETURNING "company_id", "id"
)
INSERT INTO "alert_recipient" ("company_id", "alert_id", "user_id")
SELECT DISTINCT "notice"."company_id", "notice"."id", "app_user"."id" FROM "notice"
  JOIN "app_user" ON "app_user"."company_id" = "notice"."company_id" AND "app_user"."is_active"
  JOIN "user_role" ON "user_role"."company_id" = "app_user"."company_id" AND "user_role"."user_id" = "app_user"."id"
  JOIN "role" ON "role"."company_id" = "user_role"."company_id" AND "role"."id" = "user_role"."role_id"
    AND "role"."key" = 'administrator';--> statement-breakpoint
-- Calendar addresses end with the sessions of their person, and do not come back with the person.
DELETE FROM "calendar_feed" USING "app_user"
WHERE "app_user"."company_id" = "calendar_feed"."company_id" AND "app_user"."id" = "calendar_feed"."user_id"
  AND NOT "app_user"."is_active";--> statement-breakpoint
ALTER TABLE "calendar_feed" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alert_recipient" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alert" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "user_role" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "app_user" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "role" FORCE ROW LEVEL SECURITY;

-- Serial numbers, codes and lots are stored without marks that nobody sees. A value that would meet another one stays as it is.
ALTER TABLE "equipment" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "equipment_type" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "inventory_item" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "location" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "org_entity" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_lot" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "equipment" SET "serial_number" = nullif(btrim(regexp_replace("serial_number", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')), '') WHERE "serial_number" ~ U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]';--> statement-breakpoint
UPDATE "equipment" SET "manufacturer" = nullif(btrim(regexp_replace("manufacturer", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')), '') WHERE "manufacturer" ~ U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]';--> statement-breakpoint
UPDATE "equipment" SET "model" = nullif(btrim(regexp_replace("model", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')), '') WHERE "model" ~ U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]';--> statement-breakpoint
UPDATE "equipment" SET "lot" = nullif(btrim(regexp_replace("lot", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')), '') WHERE "lot" ~ U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]';--> statement-breakpoint
UPDATE "equipment" AS "row" SET "equipment_id" = btrim(regexp_replace("row"."equipment_id", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')) WHERE "row"."equipment_id" ~ U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]' AND btrim(regexp_replace("row"."equipment_id", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')) <> ''
  AND NOT EXISTS (SELECT 1 FROM "equipment" AS "other" WHERE "other"."company_id" = "row"."company_id" AND "other"."id" <> "row"."id"
    AND lower(btrim(regexp_replace("other"."equipment_id", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g'))) = lower(btrim(regexp_replace("row"."equipment_id", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g'))));--> statement-breakpoint
UPDATE "equipment_type" SET "manufacturer" = nullif(btrim(regexp_replace("manufacturer", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')), '') WHERE "manufacturer" ~ U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]';--> statement-breakpoint
UPDATE "equipment_type" SET "model" = nullif(btrim(regexp_replace("model", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')), '') WHERE "model" ~ U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]';--> statement-breakpoint
UPDATE "inventory_item" SET "catalogue_number" = nullif(btrim(regexp_replace("catalogue_number", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')), '') WHERE "catalogue_number" ~ U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]';--> statement-breakpoint
UPDATE "location" AS "row" SET "code" = btrim(regexp_replace("row"."code", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')) WHERE "row"."code" ~ U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]' AND btrim(regexp_replace("row"."code", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')) <> ''
  AND NOT EXISTS (SELECT 1 FROM "location" AS "other" WHERE "other"."company_id" = "row"."company_id" AND "other"."id" <> "row"."id"
    AND lower(btrim(regexp_replace("other"."code", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g'))) = lower(btrim(regexp_replace("row"."code", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g'))));--> statement-breakpoint
UPDATE "org_entity" AS "row" SET "code" = btrim(regexp_replace("row"."code", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')) WHERE "row"."code" ~ U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]' AND btrim(regexp_replace("row"."code", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')) <> ''
  AND NOT EXISTS (SELECT 1 FROM "org_entity" AS "other" WHERE "other"."company_id" = "row"."company_id" AND "other"."id" <> "row"."id"
    AND lower(btrim(regexp_replace("other"."code", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g'))) = lower(btrim(regexp_replace("row"."code", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g'))));--> statement-breakpoint
UPDATE "stock_lot" AS "row" SET "name" = btrim(regexp_replace("row"."name", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g')) WHERE "row"."name" ~ U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]'
  AND NOT EXISTS (SELECT 1 FROM "stock_lot" AS "other" WHERE "other"."company_id" = "row"."company_id" AND "other"."id" <> "row"."id" AND "other"."stock_id" = "row"."stock_id" AND coalesce("other"."expires_on"::text, '') = coalesce("row"."expires_on"::text, '')
    AND lower(btrim(regexp_replace("other"."name", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g'))) = lower(btrim(regexp_replace("row"."name", U&'[\061C\200B\200E\200F\202A-\202E\2060\2066-\2069\FEFF]', '', 'g'))));--> statement-breakpoint
ALTER TABLE "equipment" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "equipment_type" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "inventory_item" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "location" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "org_entity" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stock_lot" FORCE ROW LEVEL SECURITY;

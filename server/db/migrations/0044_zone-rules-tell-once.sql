ALTER TABLE "zone_rule" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
-- What lasts now was written of already.
UPDATE "zone_rule" SET "mailed_at" = now();

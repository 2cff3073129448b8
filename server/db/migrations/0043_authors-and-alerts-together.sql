ALTER TABLE "alert" ADD COLUMN "by_id" integer;--> statement-breakpoint
ALTER TABLE "floor_version" ADD COLUMN "by_id" integer;--> statement-breakpoint
ALTER TABLE "radio_calibration" ADD COLUMN "by_id" integer;--> statement-breakpoint
ALTER TABLE "survey_point" ADD COLUMN "by_id" integer;--> statement-breakpoint
CREATE INDEX "alert_zone_told" ON "alert" USING btree ("company_id","zone_rule_id","at") WHERE zone_rule_id is not null;
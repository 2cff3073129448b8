ALTER TABLE "alert" ADD COLUMN "by_id" integer;--> statement-breakpoint
ALTER TABLE "floor_version" ADD COLUMN "by_id" integer;--> statement-breakpoint
ALTER TABLE "radio_calibration" ADD COLUMN "by_id" integer;--> statement-breakpoint
ALTER TABLE "survey_point" ADD COLUMN "by_id" integer;
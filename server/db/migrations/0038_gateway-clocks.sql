ALTER TABLE "gateway" ADD COLUMN "clock_behind" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "gateway" ADD COLUMN "old_readings" integer DEFAULT 0 NOT NULL;
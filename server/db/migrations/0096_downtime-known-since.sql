ALTER TABLE "downtime_mark" ALTER COLUMN "counted_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "downtime_mark" ADD COLUMN "known_since" timestamp with time zone;
ALTER TABLE "venue_import" ADD COLUMN "checks" jsonb;--> statement-breakpoint
ALTER TABLE "venue_import" ADD COLUMN "corrections" jsonb DEFAULT '{}'::jsonb NOT NULL;
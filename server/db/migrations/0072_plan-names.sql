ALTER TABLE "building" ADD COLUMN "names" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "floor" ADD COLUMN "names" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "room" ADD COLUMN "names" jsonb DEFAULT '{}'::jsonb NOT NULL;
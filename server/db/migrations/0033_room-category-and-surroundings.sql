ALTER TABLE "building" ADD COLUMN "surroundings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "room" ADD COLUMN "category" text;
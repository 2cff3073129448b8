ALTER TABLE "procedure" ADD COLUMN "equipment_type_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "procedure" ADD COLUMN "types_since" integer DEFAULT 1 NOT NULL;
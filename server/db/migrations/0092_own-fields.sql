DROP INDEX "metadata_field_name";--> statement-breakpoint
ALTER TABLE "metadata_field" ADD COLUMN "belongs_to" text DEFAULT 'equipment' NOT NULL;--> statement-breakpoint
ALTER TABLE "metadata_field" ADD COLUMN "location_type_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "metadata_field" ADD COLUMN "ticket_type_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "metadata_field_name" ON "metadata_field" USING btree ("company_id","belongs_to","name");
ALTER TABLE "inventory_item" ADD COLUMN "supplier" text;--> statement-breakpoint
ALTER TABLE "inventory_item" ADD COLUMN "fits_type_ids" integer[] DEFAULT '{}' NOT NULL;
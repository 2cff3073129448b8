ALTER TABLE "equipment" drop column "search";--> statement-breakpoint
ALTER TABLE "equipment" drop column "folded";--> statement-breakpoint
ALTER TABLE "inventory_item" ADD COLUMN "gtin" text;--> statement-breakpoint
ALTER TABLE "inventory_item" ADD COLUMN "catalogue_number" text;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "serial_number" text;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "manufacturer" text;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "gtin" text;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "lot" text;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "produced_on" date;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "purchased_on" date;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "warranty_until" date;--> statement-breakpoint
ALTER TABLE "equipment_type" ADD COLUMN "manufacturer" text;--> statement-breakpoint
ALTER TABLE "equipment_type" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "equipment_type" ADD COLUMN "gtin" text;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(left(coalesce("equipment"."name", '') || ' ' || coalesce("equipment"."equipment_id", '') || ' ' || coalesce("equipment"."serial_number", '') || ' ' || coalesce("equipment"."manufacturer", '') || ' ' || coalesce("equipment"."model", '') || ' ' || coalesce("equipment"."gtin", '') || ' ' || coalesce("equipment"."lot", '') || ' ' || facts_text("equipment"."details"), 1000))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "folded" text GENERATED ALWAYS AS (left(fold_text(left(coalesce("equipment"."name", '') || ' ' || coalesce("equipment"."equipment_id", '') || ' ' || coalesce("equipment"."serial_number", '') || ' ' || coalesce("equipment"."manufacturer", '') || ' ' || coalesce("equipment"."model", '') || ' ' || coalesce("equipment"."gtin", '') || ' ' || coalesce("equipment"."lot", '') || ' ' || facts_text("equipment"."details"), 1000)), 1200)) STORED NOT NULL;
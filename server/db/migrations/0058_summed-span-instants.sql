ALTER TABLE "summed_span" ADD COLUMN "begins_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "summed_span" ADD COLUMN "ends_at" timestamp with time zone;
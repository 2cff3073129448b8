ALTER TABLE "rrule_object" ADD COLUMN "settled_facts" text;--> statement-breakpoint
ALTER TABLE "rrule_object" ADD COLUMN "settle_at" timestamp with time zone;
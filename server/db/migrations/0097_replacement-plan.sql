ALTER TABLE "equipment" ADD COLUMN "replace_in" integer;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "replace_note" text;
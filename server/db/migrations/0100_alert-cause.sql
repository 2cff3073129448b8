ALTER TABLE "alert" ADD COLUMN "cause_id" integer;--> statement-breakpoint
ALTER TABLE "import_job" ADD COLUMN "lost_tickets" integer DEFAULT 0 NOT NULL;
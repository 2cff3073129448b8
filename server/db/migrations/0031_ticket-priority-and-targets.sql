ALTER TABLE "ticket" ADD COLUMN "priority" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "respond_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "due_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ticket_type" ADD COLUMN "default_priority" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_type" ADD COLUMN "targets" jsonb DEFAULT '[]'::jsonb NOT NULL;
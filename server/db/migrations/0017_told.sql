ALTER TABLE "alert" ADD COLUMN "by_name" text;--> statement-breakpoint
ALTER TABLE "letter" ADD COLUMN "path" text;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "is_told_by_mail" boolean DEFAULT false NOT NULL;
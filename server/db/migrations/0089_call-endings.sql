ALTER TABLE "duty_step" ADD COLUMN "ended_why" text;--> statement-breakpoint
ALTER TABLE "duty_step" ADD COLUMN "ended_by_kind" text;--> statement-breakpoint
ALTER TABLE "duty_step" ADD COLUMN "ended_by_id" integer;
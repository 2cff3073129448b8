CREATE TABLE "automation_wait" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "automation_wait_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"automation_id" integer NOT NULL,
	"subject_id" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"chain" integer[] DEFAULT '{}' NOT NULL,
	"fired_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "automation_wait_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "automation" ALTER COLUMN "procedure_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_run" ALTER COLUMN "procedure_log_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "automation" ADD COLUMN "event" jsonb DEFAULT '{"kind":"procedureDone"}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "automation" ADD COLUMN "watches_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "automation" ADD COLUMN "refused_waits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_run" ADD COLUMN "subject" jsonb;--> statement-breakpoint
ALTER TABLE "automation_run" ADD COLUMN "equipment_id" integer;--> statement-breakpoint
ALTER TABLE "automation_run" ADD COLUMN "location_id" integer;--> statement-breakpoint
ALTER TABLE "automation_run" ADD COLUMN "procedure_id" integer;--> statement-breakpoint
ALTER TABLE "automation_run" ADD COLUMN "chain" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_run" ADD COLUMN "wait_id" integer;--> statement-breakpoint
ALTER TABLE "automation_wait" ADD CONSTRAINT "automation_wait_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_wait" ADD CONSTRAINT "automation_wait_company_id_automation_id_automation_company_id_id_fk" FOREIGN KEY ("company_id","automation_id") REFERENCES "public"."automation"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_wait_once" ON "automation_wait" USING btree ("company_id","automation_id","subject_id","since","due_at");--> statement-breakpoint
CREATE INDEX "automation_wait_due" ON "automation_wait" USING btree ("due_at") WHERE fired_at is null;--> statement-breakpoint
CREATE INDEX "automation_wait_open" ON "automation_wait" USING btree ("company_id","automation_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "automation_watching" ON "automation" USING btree ("company_id") WHERE procedure_id is null;--> statement-breakpoint
CREATE INDEX "automation_run_wait" ON "automation_run" USING btree ("company_id","wait_id") WHERE wait_id is not null;--> statement-breakpoint
ALTER TABLE "automation" ADD CONSTRAINT "automation_event" CHECK ((procedure_id is null) = (event->>'kind' <> 'procedureDone'));
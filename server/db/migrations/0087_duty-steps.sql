CREATE TABLE "duty_step" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "duty_step_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"duty_id" integer NOT NULL,
	"duty_name" text NOT NULL,
	"ticket_id" integer,
	"alert_id" integer,
	"step" integer NOT NULL,
	"target" jsonb NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"fired_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"user_ids" integer[] DEFAULT '{}' NOT NULL,
	"sent_alert_id" integer,
	"taken_by_id" integer,
	CONSTRAINT "duty_step_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "duty" ADD COLUMN "steps" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "duty" ADD COLUMN "ticket_type_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "duty_step" ADD CONSTRAINT "duty_step_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_step" ADD CONSTRAINT "duty_step_company_id_duty_id_duty_company_id_id_fk" FOREIGN KEY ("company_id","duty_id") REFERENCES "public"."duty"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_step" ADD CONSTRAINT "duty_step_company_id_ticket_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_step" ADD CONSTRAINT "duty_step_company_id_alert_id_alert_company_id_id_fk" FOREIGN KEY ("company_id","alert_id") REFERENCES "public"."alert"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "duty_step_ticket" ON "duty_step" USING btree ("company_id","ticket_id","duty_id","step") WHERE ticket_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "duty_step_alert" ON "duty_step" USING btree ("company_id","alert_id","duty_id","step") WHERE alert_id is not null;--> statement-breakpoint
CREATE INDEX "duty_step_sent" ON "duty_step" USING btree ("company_id","sent_alert_id");--> statement-breakpoint
CREATE INDEX "duty_step_due" ON "duty_step" USING btree ("due_at") WHERE fired_at is null and ended_at is null;--> statement-breakpoint
CREATE INDEX "duty_step_open" ON "duty_step" USING btree ("company_id","ticket_id") WHERE ended_at is null;
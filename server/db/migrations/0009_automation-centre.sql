CREATE TABLE "alert" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "alert_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"level" text NOT NULL,
	"text" text,
	"run_id" integer,
	"automation_name" text,
	"procedure_log_id" integer,
	"equipment_id" integer,
	"location_id" integer,
	"ticket_id" integer,
	CONSTRAINT "alert_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_recipient" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "alert_recipient_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"alert_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"seen_at" timestamp with time zone,
	CONSTRAINT "alert_recipient_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "equipment_follower" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "equipment_follower_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"equipment_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "equipment_follower_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "hook_attempt" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "hook_attempt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivery_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"milliseconds" integer NOT NULL,
	"method" text NOT NULL,
	"url" text NOT NULL,
	"headers" jsonb NOT NULL,
	"status" integer,
	"body" text,
	"error" text,
	CONSTRAINT "hook_attempt_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "hook_delivery" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "hook_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"hook_id" integer NOT NULL,
	"run_id" integer,
	"automation_id" integer,
	"automation_name" text,
	"procedure_log_id" integer,
	"key" uuid NOT NULL,
	"payload" text NOT NULL,
	"is_test" boolean NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"status" integer,
	"error" text,
	CONSTRAINT "hook_delivery_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticket_assignment" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_assignment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ticket_id" integer NOT NULL,
	"run_id" integer,
	"automation_name" text,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"source" text,
	"outcome" text NOT NULL,
	"decided_by" text NOT NULL,
	"chosen_id" integer,
	"candidates" jsonb NOT NULL,
	CONSTRAINT "ticket_assignment_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "procedure_log" ADD COLUMN "used" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "rrule" ADD COLUMN "made_by_run_id" integer;--> statement-breakpoint
ALTER TABLE "automation_effect" ADD COLUMN "outcome" text DEFAULT 'done' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_effect" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "automation_effect" ADD COLUMN "message" text;--> statement-breakpoint
ALTER TABLE "automation_effect" ADD COLUMN "ticket_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_effect" ADD COLUMN "alert_id" integer;--> statement-breakpoint
ALTER TABLE "automation_effect" ADD COLUMN "delivery_id" integer;--> statement-breakpoint
ALTER TABLE "automation_effect" ADD COLUMN "rrule_id" integer;--> statement-breakpoint
ALTER TABLE "automation_effect" ADD COLUMN "said" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_run" ADD COLUMN "rule" jsonb;--> statement-breakpoint
ALTER TABLE "automation_run" ADD COLUMN "retries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_company_id_procedure_log_id_procedure_log_company_id_id_fk" FOREIGN KEY ("company_id","procedure_log_id") REFERENCES "public"."procedure_log"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_company_id_location_id_location_company_id_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."location"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_company_id_ticket_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_recipient" ADD CONSTRAINT "alert_recipient_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_recipient" ADD CONSTRAINT "alert_recipient_company_id_alert_id_alert_company_id_id_fk" FOREIGN KEY ("company_id","alert_id") REFERENCES "public"."alert"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_recipient" ADD CONSTRAINT "alert_recipient_company_id_user_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_follower" ADD CONSTRAINT "equipment_follower_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_follower" ADD CONSTRAINT "equipment_follower_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_follower" ADD CONSTRAINT "equipment_follower_company_id_user_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hook_attempt" ADD CONSTRAINT "hook_attempt_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hook_attempt" ADD CONSTRAINT "hook_attempt_company_id_delivery_id_hook_delivery_company_id_id_fk" FOREIGN KEY ("company_id","delivery_id") REFERENCES "public"."hook_delivery"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hook_delivery" ADD CONSTRAINT "hook_delivery_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_assignment" ADD CONSTRAINT "ticket_assignment_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_assignment" ADD CONSTRAINT "ticket_assignment_company_id_ticket_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_assignment" ADD CONSTRAINT "ticket_assignment_company_id_chosen_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","chosen_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_equipment" ON "alert" USING btree ("company_id","equipment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_recipient_once" ON "alert_recipient" USING btree ("company_id","alert_id","user_id");--> statement-breakpoint
CREATE INDEX "alert_recipient_of" ON "alert_recipient" USING btree ("company_id","user_id","alert_id");--> statement-breakpoint
CREATE INDEX "alert_recipient_unseen" ON "alert_recipient" USING btree ("company_id","user_id") WHERE seen_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_follower_once" ON "equipment_follower" USING btree ("company_id","equipment_id","user_id");--> statement-breakpoint
CREATE INDEX "equipment_follower_of" ON "equipment_follower" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "hook_attempt_of" ON "hook_attempt" USING btree ("company_id","delivery_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "hook_delivery_key" ON "hook_delivery" USING btree ("company_id","key");--> statement-breakpoint
CREATE INDEX "hook_delivery_of" ON "hook_delivery" USING btree ("company_id","hook_id","id");--> statement-breakpoint
CREATE INDEX "hook_delivery_automation" ON "hook_delivery" USING btree ("company_id","automation_id","id");--> statement-breakpoint
CREATE INDEX "hook_delivery_waiting" ON "hook_delivery" USING btree ("next_attempt_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "ticket_assignment_of" ON "ticket_assignment" USING btree ("company_id","ticket_id");--> statement-breakpoint
CREATE INDEX "automation_effect_tickets" ON "automation_effect" USING gin ("ticket_ids");
CREATE TABLE "calendar_feed" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "occurrence" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "occurrence_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rrule_id" integer NOT NULL,
	"procedure_id" integer NOT NULL,
	"equipment_id" integer,
	"location_id" integer,
	"planned_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"due_by" timestamp with time zone,
	"remind_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"state" text NOT NULL,
	"done_at" timestamp with time zone,
	"procedure_log_id" integer,
	CONSTRAINT "occurrence_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "rrule" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "rrule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"procedure_id" integer NOT NULL,
	"name" text,
	"data" jsonb NOT NULL,
	"objects" text NOT NULL,
	"kind" text NOT NULL,
	"rule" text,
	"every" jsonb,
	"restart_after" jsonb,
	"repeat_count" integer,
	"start" text NOT NULL,
	"end_on" text,
	"deadline" jsonb NOT NULL,
	"reminder" jsonb,
	"on_holiday" text NOT NULL,
	"on_non_working_day" text NOT NULL,
	"when_overdue" text NOT NULL,
	"user_ids" integer[] NOT NULL,
	"role_ids" integer[] NOT NULL,
	"is_active" boolean NOT NULL,
	"active_from" timestamp with time zone NOT NULL,
	"next_look_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "rrule_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "rrule_object" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "rrule_object_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rrule_id" integer NOT NULL,
	"equipment_id" integer,
	"location_id" integer,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "rrule_object_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrence" ADD CONSTRAINT "occurrence_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrence" ADD CONSTRAINT "occurrence_company_id_rrule_id_rrule_company_id_id_fk" FOREIGN KEY ("company_id","rrule_id") REFERENCES "public"."rrule"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrence" ADD CONSTRAINT "occurrence_company_id_procedure_id_procedure_company_id_id_fk" FOREIGN KEY ("company_id","procedure_id") REFERENCES "public"."procedure"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrence" ADD CONSTRAINT "occurrence_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrence" ADD CONSTRAINT "occurrence_company_id_location_id_location_company_id_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."location"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "occurrence" ADD CONSTRAINT "occurrence_company_id_procedure_log_id_procedure_log_company_id_id_fk" FOREIGN KEY ("company_id","procedure_log_id") REFERENCES "public"."procedure_log"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rrule" ADD CONSTRAINT "rrule_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rrule" ADD CONSTRAINT "rrule_company_id_procedure_id_procedure_company_id_id_fk" FOREIGN KEY ("company_id","procedure_id") REFERENCES "public"."procedure"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rrule_object" ADD CONSTRAINT "rrule_object_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rrule_object" ADD CONSTRAINT "rrule_object_company_id_rrule_id_rrule_company_id_id_fk" FOREIGN KEY ("company_id","rrule_id") REFERENCES "public"."rrule"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rrule_object" ADD CONSTRAINT "rrule_object_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rrule_object" ADD CONSTRAINT "rrule_object_company_id_location_id_location_company_id_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."location"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_of" ON "calendar_feed" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "occurrence_once" ON "occurrence" USING btree ("company_id","rrule_id",coalesce(equipment_id, 0),coalesce(location_id, 0),"planned_at");--> statement-breakpoint
CREATE INDEX "occurrence_open" ON "occurrence" USING btree ("company_id","state","at");--> statement-breakpoint
CREATE INDEX "occurrence_of" ON "occurrence" USING btree ("company_id","rrule_id","at");--> statement-breakpoint
CREATE INDEX "occurrence_equipment" ON "occurrence" USING btree ("company_id","equipment_id","at");--> statement-breakpoint
CREATE INDEX "occurrence_procedure" ON "occurrence" USING btree ("company_id","procedure_id","at");--> statement-breakpoint
CREATE INDEX "rrule_of" ON "rrule" USING btree ("company_id","procedure_id");--> statement-breakpoint
CREATE INDEX "rrule_waiting" ON "rrule" USING btree ("next_look_at") WHERE deleted_at is null and is_active;--> statement-breakpoint
CREATE UNIQUE INDEX "rrule_object_equipment" ON "rrule_object" USING btree ("company_id","rrule_id","equipment_id") WHERE equipment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "rrule_object_location" ON "rrule_object" USING btree ("company_id","rrule_id","location_id") WHERE location_id is not null;
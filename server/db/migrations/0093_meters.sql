CREATE TABLE "meter" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "meter_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"equipment_id" integer NOT NULL,
	"type_id" integer NOT NULL,
	"is_own" boolean DEFAULT false NOT NULL,
	"value" double precision,
	"total" double precision DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone,
	"is_running" boolean DEFAULT false NOT NULL,
	"busiest" double precision,
	"quietest" double precision,
	"rated_at" timestamp with time zone,
	CONSTRAINT "meter_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "meter_reading" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "meter_reading_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"meter_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"value" double precision NOT NULL,
	"kind" text NOT NULL,
	"starts_at" double precision,
	"ends_at" double precision,
	"total" double precision NOT NULL,
	"source" text NOT NULL,
	"client_key" uuid,
	"by_id" integer,
	"procedure_log_id" integer,
	CONSTRAINT "meter_reading_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "meter_type" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "meter_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"unit" text NOT NULL,
	"source" text NOT NULL,
	"equipment_type_ids" integer[] NOT NULL,
	"status_ids" integer[] NOT NULL,
	"sensor_type_id" integer,
	"above" double precision,
	"procedure_id" integer,
	"question_id" integer,
	"rolls_over_at" double precision,
	"counted_id" integer DEFAULT 0 NOT NULL,
	"counted_to" timestamp with time zone,
	CONSTRAINT "meter_type_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "rrule" ADD COLUMN "meter_type_id" integer;--> statement-breakpoint
ALTER TABLE "rrule" ADD COLUMN "use" jsonb;--> statement-breakpoint
ALTER TABLE "rrule_object" ADD COLUMN "next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "rrule_object" ADD COLUMN "next_from" date;--> statement-breakpoint
ALTER TABLE "rrule_object" ADD COLUMN "next_to" date;--> statement-breakpoint
ALTER TABLE "rrule_object" ADD COLUMN "next_by" text;--> statement-breakpoint
ALTER TABLE "meter" ADD CONSTRAINT "meter_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter" ADD CONSTRAINT "meter_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter" ADD CONSTRAINT "meter_company_id_type_id_meter_type_company_id_id_fk" FOREIGN KEY ("company_id","type_id") REFERENCES "public"."meter_type"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_reading" ADD CONSTRAINT "meter_reading_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_reading" ADD CONSTRAINT "meter_reading_company_id_meter_id_meter_company_id_id_fk" FOREIGN KEY ("company_id","meter_id") REFERENCES "public"."meter"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_reading" ADD CONSTRAINT "meter_reading_company_id_by_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","by_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_reading" ADD CONSTRAINT "meter_reading_company_id_procedure_log_id_procedure_log_company_id_id_fk" FOREIGN KEY ("company_id","procedure_log_id") REFERENCES "public"."procedure_log"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_type" ADD CONSTRAINT "meter_type_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_type" ADD CONSTRAINT "meter_type_company_id_sensor_type_id_sensor_type_company_id_id_fk" FOREIGN KEY ("company_id","sensor_type_id") REFERENCES "public"."sensor_type"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_type" ADD CONSTRAINT "meter_type_company_id_procedure_id_procedure_company_id_id_fk" FOREIGN KEY ("company_id","procedure_id") REFERENCES "public"."procedure"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_type" ADD CONSTRAINT "meter_type_company_id_question_id_survey_question_company_id_id_fk" FOREIGN KEY ("company_id","question_id") REFERENCES "public"."survey_question"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "meter_once" ON "meter" USING btree ("company_id","equipment_id","type_id");--> statement-breakpoint
CREATE INDEX "meter_of_type" ON "meter" USING btree ("company_id","type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "meter_reading_at" ON "meter_reading" USING btree ("company_id","meter_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "meter_reading_key" ON "meter_reading" USING btree ("company_id","client_key") WHERE client_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "meter_type_name" ON "meter_type" USING btree ("company_id","name");--> statement-breakpoint
ALTER TABLE "rrule" ADD CONSTRAINT "rrule_company_id_meter_type_id_meter_type_company_id_id_fk" FOREIGN KEY ("company_id","meter_type_id") REFERENCES "public"."meter_type"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rrule_object_next" ON "rrule_object" USING btree ("company_id","rrule_id","next_at") WHERE next_at is not null;
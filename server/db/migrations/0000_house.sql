CREATE TABLE "attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "company_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"timezone" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"done" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "person_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"password_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"source" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "setup_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "role" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "role_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"key" text,
	"permissions" text[] NOT NULL,
	CONSTRAINT "role_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "app_user_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"person_id" integer NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"language" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"all_equipment" boolean DEFAULT false NOT NULL,
	"all_locations" boolean DEFAULT false NOT NULL,
	"all_procedures" boolean DEFAULT false NOT NULL,
	"equipment_type_ids" integer[] DEFAULT '{}' NOT NULL,
	"location_type_ids" integer[] DEFAULT '{}' NOT NULL,
	"procedure_type_ids" integer[] DEFAULT '{}' NOT NULL,
	"available_until" timestamp with time zone,
	CONSTRAINT "app_user_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "user_role" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "user_role_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	CONSTRAINT "user_role_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "equipment" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "equipment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"equipment_id" text,
	"type_id" integer NOT NULL,
	"status_id" integer,
	"location_id" integer,
	"location_text" text,
	"tag_ids" integer[] DEFAULT '{}' NOT NULL,
	"is_static" boolean DEFAULT false NOT NULL,
	"details" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "equipment_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "equipment_status" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "equipment_status_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"colour" text NOT NULL,
	"is_usable" boolean NOT NULL,
	CONSTRAINT "equipment_status_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "equipment_type" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "equipment_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "equipment_type_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "location" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "location_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"code" text,
	"type_id" integer NOT NULL,
	"parent_id" integer,
	"path" integer[] DEFAULT '{}' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"timezone" text,
	"details" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "location_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "location_type" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "location_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "location_type_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "tag" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "tag_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"colour" text NOT NULL,
	CONSTRAINT "tag_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "file" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"uploaded_by" integer NOT NULL,
	"kept_at" timestamp with time zone,
	CONSTRAINT "file_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "procedure" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "procedure_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"type_id" integer NOT NULL,
	"target" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "procedure_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "procedure_log" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "procedure_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"client_key" uuid NOT NULL,
	"procedure_id" integer NOT NULL,
	"procedure_version" integer NOT NULL,
	"equipment_id" integer,
	"location_id" integer,
	"done_by" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	"points" double precision NOT NULL,
	"maximum" double precision NOT NULL,
	"score" double precision,
	"questions" jsonb NOT NULL,
	"answers" jsonb NOT NULL,
	"breakdown" jsonb NOT NULL,
	CONSTRAINT "procedure_log_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "procedure_type" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "procedure_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"is_tracer" boolean DEFAULT false NOT NULL,
	CONSTRAINT "procedure_type_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "survey_answer" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "survey_answer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"question_id" integer NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"score" double precision NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "survey_answer_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "survey_question" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "survey_question_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"procedure_id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"help" text,
	"required" boolean NOT NULL,
	"unit" text,
	"minimum" double precision,
	"maximum" double precision,
	"number_score" jsonb,
	"visibility" jsonb,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "survey_question_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "import_job" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "import_job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"storage_key" text NOT NULL,
	"status" text NOT NULL,
	"started_by" integer NOT NULL,
	"headings" jsonb NOT NULL,
	"sample" jsonb NOT NULL,
	"mapping" jsonb NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"fault_count" integer DEFAULT 0 NOT NULL,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"preview" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"faults_key" text,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	CONSTRAINT "import_job_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "journal_entry" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "journal_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"entity" text NOT NULL,
	"entity_id" integer NOT NULL,
	"entity_name" text NOT NULL,
	"change" text NOT NULL,
	"by_kind" text NOT NULL,
	"by_id" integer,
	"by_name" text NOT NULL,
	"changes" jsonb NOT NULL,
	CONSTRAINT "journal_entry_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "outbox_event" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "outbox_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"payload" jsonb NOT NULL,
	"causation_id" integer,
	"depth" integer DEFAULT 0 NOT NULL,
	"available_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"handled_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "outbox_event_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "reference" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "reference_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"from_kind" text NOT NULL,
	"from_id" integer NOT NULL,
	"to_kind" text NOT NULL,
	"to_id" integer NOT NULL,
	CONSTRAINT "reference_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "automation" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "automation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"procedure_id" integer NOT NULL,
	"name" text,
	"filters" jsonb NOT NULL,
	"actions" jsonb NOT NULL,
	"is_active" boolean NOT NULL,
	"valid_from" timestamp with time zone,
	"valid_to" timestamp with time zone,
	"needs_review" boolean DEFAULT false NOT NULL,
	"missing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "automation_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "automation_effect" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "automation_effect_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"run_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"automation_id" integer NOT NULL,
	"action_index" integer NOT NULL,
	"kind" text NOT NULL,
	"ticket_id" integer,
	CONSTRAINT "automation_effect_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "automation_run" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "automation_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"event_id" integer NOT NULL,
	"automation_id" integer NOT NULL,
	"automation_name" text,
	"procedure_log_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"verdicts" jsonb NOT NULL,
	CONSTRAINT "automation_run_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticket" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"type_id" integer NOT NULL,
	"state_id" integer NOT NULL,
	"opener_id" integer,
	"assignee_id" integer,
	"equipment_id" integer,
	"location_id" integer,
	"procedure_log_id" integer,
	"automation_run_id" integer,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "ticket_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticket_comment" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_comment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ticket_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "ticket_comment_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticket_state" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_state_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ticket_type_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"colour" text NOT NULL,
	"next_state_ids" integer[],
	CONSTRAINT "ticket_state_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticket_type" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"colour" text NOT NULL,
	CONSTRAINT "ticket_type_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_role" ADD CONSTRAINT "user_role_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_role" ADD CONSTRAINT "user_role_company_id_user_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_role" ADD CONSTRAINT "user_role_company_id_role_id_role_company_id_id_fk" FOREIGN KEY ("company_id","role_id") REFERENCES "public"."role"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment" ADD CONSTRAINT "equipment_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment" ADD CONSTRAINT "equipment_company_id_type_id_equipment_type_company_id_id_fk" FOREIGN KEY ("company_id","type_id") REFERENCES "public"."equipment_type"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment" ADD CONSTRAINT "equipment_company_id_status_id_equipment_status_company_id_id_fk" FOREIGN KEY ("company_id","status_id") REFERENCES "public"."equipment_status"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment" ADD CONSTRAINT "equipment_company_id_location_id_location_company_id_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."location"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_status" ADD CONSTRAINT "equipment_status_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_type" ADD CONSTRAINT "equipment_type_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location" ADD CONSTRAINT "location_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location" ADD CONSTRAINT "location_company_id_type_id_location_type_company_id_id_fk" FOREIGN KEY ("company_id","type_id") REFERENCES "public"."location_type"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location" ADD CONSTRAINT "location_company_id_parent_id_location_company_id_id_fk" FOREIGN KEY ("company_id","parent_id") REFERENCES "public"."location"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location_type" ADD CONSTRAINT "location_type_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_company_id_uploaded_by_app_user_company_id_id_fk" FOREIGN KEY ("company_id","uploaded_by") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "procedure" ADD CONSTRAINT "procedure_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "procedure" ADD CONSTRAINT "procedure_company_id_type_id_procedure_type_company_id_id_fk" FOREIGN KEY ("company_id","type_id") REFERENCES "public"."procedure_type"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "procedure_log" ADD CONSTRAINT "procedure_log_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "procedure_log" ADD CONSTRAINT "procedure_log_company_id_procedure_id_procedure_company_id_id_fk" FOREIGN KEY ("company_id","procedure_id") REFERENCES "public"."procedure"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "procedure_log" ADD CONSTRAINT "procedure_log_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "procedure_log" ADD CONSTRAINT "procedure_log_company_id_location_id_location_company_id_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."location"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "procedure_log" ADD CONSTRAINT "procedure_log_company_id_done_by_app_user_company_id_id_fk" FOREIGN KEY ("company_id","done_by") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "procedure_type" ADD CONSTRAINT "procedure_type_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_answer" ADD CONSTRAINT "survey_answer_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_answer" ADD CONSTRAINT "survey_answer_company_id_question_id_survey_question_company_id_id_fk" FOREIGN KEY ("company_id","question_id") REFERENCES "public"."survey_question"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_question" ADD CONSTRAINT "survey_question_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_question" ADD CONSTRAINT "survey_question_company_id_procedure_id_procedure_company_id_id_fk" FOREIGN KEY ("company_id","procedure_id") REFERENCES "public"."procedure"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_job" ADD CONSTRAINT "import_job_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_entry" ADD CONSTRAINT "journal_entry_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_event" ADD CONSTRAINT "outbox_event_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reference" ADD CONSTRAINT "reference_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation" ADD CONSTRAINT "automation_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation" ADD CONSTRAINT "automation_company_id_procedure_id_procedure_company_id_id_fk" FOREIGN KEY ("company_id","procedure_id") REFERENCES "public"."procedure"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_effect" ADD CONSTRAINT "automation_effect_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_effect" ADD CONSTRAINT "automation_effect_company_id_run_id_automation_run_company_id_id_fk" FOREIGN KEY ("company_id","run_id") REFERENCES "public"."automation_run"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_run" ADD CONSTRAINT "automation_run_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_run" ADD CONSTRAINT "automation_run_company_id_procedure_log_id_procedure_log_company_id_id_fk" FOREIGN KEY ("company_id","procedure_log_id") REFERENCES "public"."procedure_log"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_type_id_ticket_type_company_id_id_fk" FOREIGN KEY ("company_id","type_id") REFERENCES "public"."ticket_type"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_state_id_ticket_state_company_id_id_fk" FOREIGN KEY ("company_id","state_id") REFERENCES "public"."ticket_state"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_opener_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","opener_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_assignee_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","assignee_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_location_id_location_company_id_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."location"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_procedure_log_id_procedure_log_company_id_id_fk" FOREIGN KEY ("company_id","procedure_log_id") REFERENCES "public"."procedure_log"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_automation_run_id_automation_run_company_id_id_fk" FOREIGN KEY ("company_id","automation_run_id") REFERENCES "public"."automation_run"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_comment" ADD CONSTRAINT "ticket_comment_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_comment" ADD CONSTRAINT "ticket_comment_company_id_ticket_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_comment" ADD CONSTRAINT "ticket_comment_company_id_author_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","author_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_state" ADD CONSTRAINT "ticket_state_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_state" ADD CONSTRAINT "ticket_state_company_id_ticket_type_id_ticket_type_company_id_id_fk" FOREIGN KEY ("company_id","ticket_type_id") REFERENCES "public"."ticket_type"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_type" ADD CONSTRAINT "ticket_type_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "person_email" ON "person" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "app_user_person" ON "app_user" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "user_role_user" ON "user_role" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_inventory" ON "equipment" USING btree ("company_id","equipment_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "equipment_name" ON "equipment" USING btree ("company_id","name","id");--> statement-breakpoint
CREATE INDEX "equipment_updated" ON "equipment" USING btree ("company_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "equipment_type_of" ON "equipment" USING btree ("company_id","type_id");--> statement-breakpoint
CREATE INDEX "equipment_status_of" ON "equipment" USING btree ("company_id","status_id");--> statement-breakpoint
CREATE INDEX "equipment_location_of" ON "equipment" USING btree ("company_id","location_id");--> statement-breakpoint
CREATE INDEX "equipment_tags" ON "equipment" USING gin ("tag_ids");--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_status_name" ON "equipment_status" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_type_name" ON "equipment_type" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "location_code" ON "location" USING btree ("company_id","code") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "location_parent" ON "location" USING btree ("company_id","parent_id");--> statement-breakpoint
CREATE INDEX "location_name" ON "location" USING btree ("company_id","name","id");--> statement-breakpoint
CREATE INDEX "location_path" ON "location" USING gin ("path");--> statement-breakpoint
CREATE UNIQUE INDEX "location_type_name" ON "location_type" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "tag_name" ON "tag" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "file_unkept" ON "file" USING btree ("company_id","created_at") WHERE kept_at is null;--> statement-breakpoint
CREATE INDEX "procedure_name" ON "procedure" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "procedure_log_client_key" ON "procedure_log" USING btree ("company_id","client_key");--> statement-breakpoint
CREATE INDEX "procedure_log_done" ON "procedure_log" USING btree ("company_id","done_at","id");--> statement-breakpoint
CREATE INDEX "procedure_log_procedure" ON "procedure_log" USING btree ("company_id","procedure_id","done_at");--> statement-breakpoint
CREATE INDEX "procedure_log_equipment" ON "procedure_log" USING btree ("company_id","equipment_id","done_at");--> statement-breakpoint
CREATE INDEX "procedure_log_location" ON "procedure_log" USING btree ("company_id","location_id","done_at");--> statement-breakpoint
CREATE UNIQUE INDEX "procedure_type_name" ON "procedure_type" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "survey_answer_of" ON "survey_answer" USING btree ("company_id","question_id","position");--> statement-breakpoint
CREATE INDEX "survey_question_of" ON "survey_question" USING btree ("company_id","procedure_id","position");--> statement-breakpoint
CREATE INDEX "journal_of" ON "journal_entry" USING btree ("company_id","entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "journal_at" ON "journal_entry" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox_event" USING btree ("available_at") WHERE handled_at is null and failed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reference_once" ON "reference" USING btree ("company_id","from_kind","from_id","to_kind","to_id");--> statement-breakpoint
CREATE INDEX "reference_to" ON "reference" USING btree ("company_id","to_kind","to_id");--> statement-breakpoint
CREATE INDEX "automation_procedure" ON "automation" USING btree ("company_id","procedure_id");--> statement-breakpoint
CREATE UNIQUE INDEX "automation_effect_once" ON "automation_effect" USING btree ("company_id","event_id","automation_id","action_index");--> statement-breakpoint
CREATE INDEX "automation_effect_ticket" ON "automation_effect" USING btree ("company_id","ticket_id");--> statement-breakpoint
CREATE UNIQUE INDEX "automation_run_once" ON "automation_run" USING btree ("company_id","event_id","automation_id");--> statement-breakpoint
CREATE INDEX "automation_run_at" ON "automation_run" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "automation_run_of" ON "automation_run" USING btree ("company_id","automation_id","at");--> statement-breakpoint
CREATE INDEX "automation_run_log" ON "automation_run" USING btree ("company_id","procedure_log_id");--> statement-breakpoint
CREATE INDEX "ticket_opened" ON "ticket" USING btree ("company_id","opened_at","id");--> statement-breakpoint
CREATE INDEX "ticket_equipment" ON "ticket" USING btree ("company_id","equipment_id");--> statement-breakpoint
CREATE INDEX "ticket_assignee" ON "ticket" USING btree ("company_id","assignee_id");--> statement-breakpoint
CREATE INDEX "ticket_log" ON "ticket" USING btree ("company_id","procedure_log_id");--> statement-breakpoint
CREATE INDEX "ticket_state_of_ticket" ON "ticket" USING btree ("company_id","state_id");--> statement-breakpoint
CREATE INDEX "ticket_comment_of" ON "ticket_comment" USING btree ("company_id","ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_state_of" ON "ticket_state" USING btree ("company_id","ticket_type_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_type_name" ON "ticket_type" USING btree ("company_id","name");
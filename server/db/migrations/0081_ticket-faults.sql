CREATE TABLE "ticket_finding" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_finding_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ticket_id" integer NOT NULL,
	"procedure_log_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"question_ids" integer[] NOT NULL,
	"file_ids" integer[] NOT NULL,
	"is_repeat" boolean NOT NULL,
	CONSTRAINT "ticket_finding_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticket_link" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_link_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ticket_id" integer NOT NULL,
	"other_id" integer NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "ticket_link_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "survey_answer" ADD COLUMN "is_fault" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "survey_question" ADD COLUMN "fault_outside" jsonb;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "fault_question_id" integer;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "repeat_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "merged_into_id" integer;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "merged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "merged_from_state_id" integer;--> statement-breakpoint
ALTER TABLE "ticket_finding" ADD CONSTRAINT "ticket_finding_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_finding" ADD CONSTRAINT "ticket_finding_company_id_ticket_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_finding" ADD CONSTRAINT "ticket_finding_company_id_procedure_log_id_procedure_log_company_id_id_fk" FOREIGN KEY ("company_id","procedure_log_id") REFERENCES "public"."procedure_log"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_link" ADD CONSTRAINT "ticket_link_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_link" ADD CONSTRAINT "ticket_link_company_id_ticket_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_link" ADD CONSTRAINT "ticket_link_company_id_other_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","other_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_finding_once" ON "ticket_finding" USING btree ("company_id","ticket_id","procedure_log_id");--> statement-breakpoint
CREATE INDEX "ticket_finding_log" ON "ticket_finding" USING btree ("company_id","procedure_log_id");--> statement-breakpoint
CREATE INDEX "ticket_finding_files" ON "ticket_finding" USING gin ("file_ids");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_link_once" ON "ticket_link" USING btree ("company_id","ticket_id","other_id");--> statement-breakpoint
CREATE INDEX "ticket_link_other" ON "ticket_link" USING btree ("company_id","other_id");--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_fault_question_id_survey_question_company_id_id_fk" FOREIGN KEY ("company_id","fault_question_id") REFERENCES "public"."survey_question"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_merged_into_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","merged_into_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_merged_into" ON "ticket" USING btree ("company_id","merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
CREATE INDEX "ticket_location" ON "ticket" USING btree ("company_id","location_id") WHERE location_id is not null;
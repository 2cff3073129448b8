CREATE TABLE "failure_code" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "failure_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ticket_type_id" integer NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"is_retired" boolean DEFAULT false NOT NULL,
	CONSTRAINT "failure_code_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticket_check" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_check_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ticket_id" integer NOT NULL,
	"procedure_log_id" integer NOT NULL,
	CONSTRAINT "ticket_check_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "problem_id" integer;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "problem_text" text;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "cause_id" integer;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "cause_text" text;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "remedy_id" integer;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "remedy_text" text;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "reopened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ticket_type" ADD COLUMN "problem_ask" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_type" ADD COLUMN "cause_ask" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_type" ADD COLUMN "remedy_ask" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_type" ADD COLUMN "closing_procedure_id" integer;--> statement-breakpoint
ALTER TABLE "failure_code" ADD CONSTRAINT "failure_code_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failure_code" ADD CONSTRAINT "failure_code_company_id_ticket_type_id_ticket_type_company_id_id_fk" FOREIGN KEY ("company_id","ticket_type_id") REFERENCES "public"."ticket_type"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_check" ADD CONSTRAINT "ticket_check_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_check" ADD CONSTRAINT "ticket_check_company_id_ticket_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_check" ADD CONSTRAINT "ticket_check_company_id_procedure_log_id_procedure_log_company_id_id_fk" FOREIGN KEY ("company_id","procedure_log_id") REFERENCES "public"."procedure_log"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "failure_code_of" ON "failure_code" USING btree ("company_id","ticket_type_id","position");--> statement-breakpoint
CREATE INDEX "ticket_check_of" ON "ticket_check" USING btree ("company_id","ticket_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_check_once" ON "ticket_check" USING btree ("company_id","procedure_log_id");--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_problem_id_failure_code_company_id_id_fk" FOREIGN KEY ("company_id","problem_id") REFERENCES "public"."failure_code"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_cause_id_failure_code_company_id_id_fk" FOREIGN KEY ("company_id","cause_id") REFERENCES "public"."failure_code"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_remedy_id_failure_code_company_id_id_fk" FOREIGN KEY ("company_id","remedy_id") REFERENCES "public"."failure_code"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_type" ADD CONSTRAINT "ticket_type_company_id_closing_procedure_id_procedure_company_id_id_fk" FOREIGN KEY ("company_id","closing_procedure_id") REFERENCES "public"."procedure"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_problem" ON "ticket" USING btree ("company_id","problem_id") WHERE problem_id is not null;--> statement-breakpoint
CREATE INDEX "ticket_cause" ON "ticket" USING btree ("company_id","cause_id") WHERE cause_id is not null;--> statement-breakpoint
CREATE INDEX "ticket_remedy" ON "ticket" USING btree ("company_id","remedy_id") WHERE remedy_id is not null;--> statement-breakpoint
CREATE INDEX "ticket_type_closing_procedure" ON "ticket_type" USING btree ("company_id","closing_procedure_id") WHERE closing_procedure_id is not null;
CREATE TABLE "former_questions" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "former_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"procedure_id" integer NOT NULL,
	"since" integer NOT NULL,
	"questions" jsonb NOT NULL,
	CONSTRAINT "former_questions_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "procedure" ADD COLUMN "questions_since" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "procedure" ADD COLUMN "retired_in" integer;--> statement-breakpoint
ALTER TABLE "former_questions" ADD CONSTRAINT "former_questions_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_questions" ADD CONSTRAINT "former_questions_company_id_procedure_id_procedure_company_id_id_fk" FOREIGN KEY ("company_id","procedure_id") REFERENCES "public"."procedure"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "former_questions_since" ON "former_questions" USING btree ("company_id","procedure_id","since");--> statement-breakpoint
-- When the questions of what is there last changed is not known: they count from the present version. The owner sees rows only where security is not forced; it is forced again after every migration.
ALTER TABLE "procedure" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "procedure" SET "questions_since" = "version";--> statement-breakpoint
ALTER TABLE "procedure" FORCE ROW LEVEL SECURITY;

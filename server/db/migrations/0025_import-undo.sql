CREATE TABLE "imported_row" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "imported_row_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"import_id" integer NOT NULL,
	"entity_id" integer NOT NULL,
	"action" text NOT NULL,
	"name" text NOT NULL,
	"made_version" integer NOT NULL,
	"before" jsonb,
	CONSTRAINT "imported_row_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "import_job" ADD COLUMN "table_key" text;--> statement-breakpoint
ALTER TABLE "import_job" ADD COLUMN "reading" jsonb;--> statement-breakpoint
ALTER TABLE "import_job" ADD COLUMN "undoable" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_job" ADD COLUMN "undone" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_job" ADD COLUMN "undo_left" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_job" ADD COLUMN "undo_faults" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "import_job" ADD COLUMN "undone_by" integer;--> statement-breakpoint
ALTER TABLE "imported_row" ADD CONSTRAINT "imported_row_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_row" ADD CONSTRAINT "imported_row_company_id_import_id_import_job_company_id_id_fk" FOREIGN KEY ("company_id","import_id") REFERENCES "public"."import_job"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_row_of" ON "imported_row" USING btree ("company_id","import_id","id");
CREATE TABLE "list_export" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "list_export_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_by" integer NOT NULL,
	"what" jsonb NOT NULL,
	"format" text NOT NULL,
	"headings" text NOT NULL,
	"state" text NOT NULL,
	"fault" text,
	"progress" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"file_name" text NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"storage_key" text,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"heard_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "list_export_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "list_export" ADD CONSTRAINT "list_export_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_export" ADD CONSTRAINT "list_export_company_id_started_by_app_user_company_id_id_fk" FOREIGN KEY ("company_id","started_by") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_export_of" ON "list_export" USING btree ("company_id","started_by","id");
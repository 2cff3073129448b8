CREATE TABLE "ticket_batch" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_batch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" integer NOT NULL,
	"tickets" jsonb NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "ticket_batch_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "ticket_batch" ADD CONSTRAINT "ticket_batch_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_batch" ADD CONSTRAINT "ticket_batch_company_id_changed_by_app_user_company_id_id_fk" FOREIGN KEY ("company_id","changed_by") REFERENCES "public"."app_user"("company_id","id") ON DELETE cascade ON UPDATE no action;
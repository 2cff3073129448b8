CREATE TABLE "reading_copy" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "reading_copy_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"copied_id" integer DEFAULT 0 NOT NULL,
	"moved_before" timestamp with time zone,
	"counted_id" integer DEFAULT 0 NOT NULL,
	"taken_until" timestamp with time zone,
	CONSTRAINT "reading_copy_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "reading_copy" ADD CONSTRAINT "reading_copy_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reading_copy_company" ON "reading_copy" USING btree ("company_id");
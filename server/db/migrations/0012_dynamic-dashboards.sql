CREATE TABLE "dynamic_dashboard" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "dynamic_dashboard_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"title" text NOT NULL,
	"icon" text NOT NULL,
	"structure" jsonb NOT NULL,
	CONSTRAINT "dynamic_dashboard_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "dynamic_dashboard" ADD CONSTRAINT "dynamic_dashboard_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dynamic_dashboard_title" ON "dynamic_dashboard" USING btree ("company_id","title");--> statement-breakpoint
CREATE INDEX "procedure_log_numbers" ON "procedure_log" USING btree ("company_id","done_at","procedure_id","equipment_id","location_id","score");
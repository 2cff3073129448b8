CREATE TABLE "company_domain" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "company_domain_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"domain" text NOT NULL,
	"token" text NOT NULL,
	"proved_at" timestamp with time zone,
	"lapsed_at" timestamp with time zone,
	"last_checked_at" timestamp with time zone,
	"last_fault" text,
	"failing_since" timestamp with time zone,
	CONSTRAINT "company_domain_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "company_domain" ADD CONSTRAINT "company_domain_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_domain_once" ON "company_domain" USING btree ("company_id","domain");--> statement-breakpoint
CREATE UNIQUE INDEX "company_domain_proved" ON "company_domain" USING btree ("domain") WHERE proved_at is not null;--> statement-breakpoint
CREATE INDEX "company_domain_checked" ON "company_domain" USING btree ("last_checked_at") WHERE proved_at is not null;
CREATE TABLE "data_export" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "data_export_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_by" integer NOT NULL,
	"state" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"files" integer DEFAULT 0 NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"storage_key" text,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "data_export_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "retention" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "retention_set_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "anonymised_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "data_export" ADD CONSTRAINT "data_export_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_export" ADD CONSTRAINT "data_export_company_id_started_by_app_user_company_id_id_fk" FOREIGN KEY ("company_id","started_by") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_export_running" ON "data_export" USING btree ("company_id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "data_export_at" ON "data_export" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "position_detailed" ON "position" USING btree ("company_id","at") WHERE heard <> '[]'::jsonb or rejected <> '[]'::jsonb;--> statement-breakpoint
-- Companies that are there already have a month to say how long they keep what they have.
INSERT INTO "company_settings" ("company_id", "retention_set_at") SELECT "id", now() + interval '29 days' FROM "company"
	ON CONFLICT ("company_id") DO UPDATE SET "retention_set_at" = excluded."retention_set_at";

CREATE TABLE "holiday_calendar" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "holiday_calendar_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"url" text NOT NULL,
	"days" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"left_out" jsonb NOT NULL,
	"read_year" integer,
	"etag" text,
	"last_modified" text,
	"checked_at" timestamp with time zone,
	"fault" text,
	"fault_status" integer,
	"failing_since" timestamp with time zone,
	"tried_at" timestamp with time zone,
	"next_check_at" timestamp with time zone NOT NULL,
	CONSTRAINT "holiday_calendar_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "calendar_seen" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "holiday_calendar" ADD CONSTRAINT "holiday_calendar_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "holiday_calendar_once" ON "holiday_calendar" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "holiday_calendar_due" ON "holiday_calendar" USING btree ("next_check_at");
CREATE TABLE "downtime" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "downtime_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"equipment_id" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"status" text NOT NULL,
	"is_planned" boolean NOT NULL,
	"is_planned_by_hand" boolean,
	"note" text,
	CONSTRAINT "downtime_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "downtime_mark" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "downtime_mark_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "downtime_mark_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "supplier" text;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "price" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "expected_years" double precision;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "retired_on" date;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "retired_how" text;--> statement-breakpoint
ALTER TABLE "equipment_status" ADD COLUMN "is_planned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "downtime" ADD CONSTRAINT "downtime_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downtime" ADD CONSTRAINT "downtime_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downtime_mark" ADD CONSTRAINT "downtime_mark_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "downtime_once" ON "downtime" USING btree ("company_id","equipment_id","since");--> statement-breakpoint
CREATE INDEX "downtime_since" ON "downtime" USING btree ("company_id","since");--> statement-breakpoint
CREATE UNIQUE INDEX "downtime_mark_once" ON "downtime_mark" USING btree ("company_id");
CREATE TABLE "report_label" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "report_label_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"equipment_id" integer,
	"location_id" integer,
	"code_hash" text NOT NULL,
	"code" text NOT NULL,
	"printed_at" timestamp with time zone,
	"takes_reports" boolean,
	CONSTRAINT "report_label_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "report_label_subject" CHECK ((equipment_id is null) <> (location_id is null))
);
--> statement-breakpoint
CREATE TABLE "ticket_report" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_report_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"label_id" integer NOT NULL,
	"ticket_id" integer NOT NULL,
	"key_hash" text,
	"is_repeat" boolean NOT NULL,
	"problem_key" text NOT NULL,
	"problem_text" text NOT NULL,
	"words" text,
	"reporter_name" text,
	"reporter_phone" text,
	"device" text,
	"is_fixed" boolean,
	"answered_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "ticket_report_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "ticket_photo" DROP CONSTRAINT "ticket_photo_company_id_file_id_file_company_id_id_fk";
--> statement-breakpoint
ALTER TABLE "file" ALTER COLUMN "uploaded_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "reports" jsonb;--> statement-breakpoint
ALTER TABLE "ticket_comment" ADD COLUMN "is_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_photo" ADD COLUMN "report_id" integer;--> statement-breakpoint
ALTER TABLE "report_label" ADD CONSTRAINT "report_label_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_label" ADD CONSTRAINT "report_label_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_label" ADD CONSTRAINT "report_label_company_id_location_id_location_company_id_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."location"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_report" ADD CONSTRAINT "ticket_report_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_report" ADD CONSTRAINT "ticket_report_company_id_label_id_report_label_company_id_id_fk" FOREIGN KEY ("company_id","label_id") REFERENCES "public"."report_label"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_report" ADD CONSTRAINT "ticket_report_company_id_ticket_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_label_code" ON "report_label" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "report_label_equipment" ON "report_label" USING btree ("company_id","equipment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_label_location" ON "report_label" USING btree ("company_id","location_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_report_key" ON "ticket_report" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "ticket_report_of" ON "ticket_report" USING btree ("company_id","ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_report_label" ON "ticket_report" USING btree ("company_id","label_id","created_at");--> statement-breakpoint
CREATE INDEX "ticket_report_at" ON "ticket_report" USING btree ("company_id","created_at");--> statement-breakpoint
ALTER TABLE "ticket_photo" ADD CONSTRAINT "ticket_photo_company_id_file_id_file_company_id_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."file"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_photo_report" ON "ticket_photo" USING btree ("company_id","report_id") WHERE report_id is not null;
CREATE TABLE "visit" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "visit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"equipment_id" integer NOT NULL,
	"kind" text NOT NULL,
	"zone_id" integer NOT NULL,
	"building_id" integer NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"left_at" timestamp with time zone,
	CONSTRAINT "visit_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "zone_rule" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "zone_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"location_id" integer,
	"equipment_type_id" integer,
	"minimum" integer NOT NULL,
	"minutes" integer NOT NULL,
	"is_active" boolean NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "zone_rule_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "zone_rule_id" integer;--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_company_id_building_id_building_company_id_id_fk" FOREIGN KEY ("company_id","building_id") REFERENCES "public"."building"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_rule" ADD CONSTRAINT "zone_rule_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_rule" ADD CONSTRAINT "zone_rule_company_id_location_id_location_company_id_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."location"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_rule" ADD CONSTRAINT "zone_rule_company_id_equipment_type_id_equipment_type_company_id_id_fk" FOREIGN KEY ("company_id","equipment_type_id") REFERENCES "public"."equipment_type"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "visit_open" ON "visit" USING btree ("company_id","equipment_id","kind","zone_id") WHERE left_at is null;--> statement-breakpoint
CREATE INDEX "visit_of" ON "visit" USING btree ("company_id","equipment_id","entered_at");--> statement-breakpoint
CREATE INDEX "visit_in" ON "visit" USING btree ("company_id","kind","zone_id","entered_at");--> statement-breakpoint
CREATE INDEX "visit_age" ON "visit" USING btree ("company_id","left_at");--> statement-breakpoint
CREATE UNIQUE INDEX "zone_rule_name" ON "zone_rule" USING btree ("company_id","name");--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_company_id_zone_rule_id_zone_rule_company_id_id_fk" FOREIGN KEY ("company_id","zone_rule_id") REFERENCES "public"."zone_rule"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_zone_open" ON "alert" USING btree ("company_id","zone_rule_id",coalesce(equipment_id, 0)) WHERE ended_at is null and zone_rule_id is not null;
CREATE TABLE "area" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "area_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"floor_id" integer NOT NULL,
	"name" text NOT NULL,
	"colour" text NOT NULL,
	"outline" jsonb NOT NULL,
	"drawn_at" timestamp with time zone NOT NULL,
	CONSTRAINT "area_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "zone_rule" ADD COLUMN "area_id" integer;--> statement-breakpoint
ALTER TABLE "area" ADD CONSTRAINT "area_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "area" ADD CONSTRAINT "area_company_id_floor_id_floor_company_id_id_fk" FOREIGN KEY ("company_id","floor_id") REFERENCES "public"."floor"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "area_name" ON "area" USING btree ("company_id","floor_id",lower("name"));--> statement-breakpoint
ALTER TABLE "zone_rule" ADD CONSTRAINT "zone_rule_company_id_area_id_area_company_id_id_fk" FOREIGN KEY ("company_id","area_id") REFERENCES "public"."area"("company_id","id") ON DELETE cascade ON UPDATE no action;
CREATE TABLE "org_entity" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "org_entity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"parent_id" integer,
	"user_ids" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "org_entity_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "org_entity_id" integer;--> statement-breakpoint
ALTER TABLE "equipment" ADD COLUMN "org_entity_id" integer;--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "org_entity_id" integer;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "org_entity_id" integer;--> statement-breakpoint
ALTER TABLE "org_entity" ADD CONSTRAINT "org_entity_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_entity" ADD CONSTRAINT "org_entity_company_id_parent_id_org_entity_company_id_id_fk" FOREIGN KEY ("company_id","parent_id") REFERENCES "public"."org_entity"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "org_entity_code" ON "org_entity" USING btree ("company_id",lower("code"));--> statement-breakpoint
CREATE INDEX "org_entity_parent" ON "org_entity" USING btree ("company_id","parent_id");--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_company_id_org_entity_id_org_entity_company_id_id_fk" FOREIGN KEY ("company_id","org_entity_id") REFERENCES "public"."org_entity"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment" ADD CONSTRAINT "equipment_company_id_org_entity_id_org_entity_company_id_id_fk" FOREIGN KEY ("company_id","org_entity_id") REFERENCES "public"."org_entity"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location" ADD CONSTRAINT "location_company_id_org_entity_id_org_entity_company_id_id_fk" FOREIGN KEY ("company_id","org_entity_id") REFERENCES "public"."org_entity"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_company_id_org_entity_id_org_entity_company_id_id_fk" FOREIGN KEY ("company_id","org_entity_id") REFERENCES "public"."org_entity"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_user_org_entity" ON "app_user" USING btree ("company_id","org_entity_id");--> statement-breakpoint
CREATE INDEX "equipment_org_entity" ON "equipment" USING btree ("company_id","org_entity_id");--> statement-breakpoint
CREATE INDEX "location_org_entity" ON "location" USING btree ("company_id","org_entity_id");--> statement-breakpoint
CREATE INDEX "ticket_org_entity" ON "ticket" USING btree ("company_id","org_entity_id");
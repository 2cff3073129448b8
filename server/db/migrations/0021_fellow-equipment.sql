CREATE TABLE "fellow" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "fellow_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"equipment_id" integer NOT NULL,
	"owner_id" integer NOT NULL,
	"fellow_type_id" integer NOT NULL,
	CONSTRAINT "fellow_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "fellow_type" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "fellow_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"owner_type_ids" integer[] NOT NULL,
	"fellow_type_ids" integer[] NOT NULL,
	"maximum" integer NOT NULL,
	"status_follows" boolean NOT NULL,
	CONSTRAINT "fellow_type_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "fellow" ADD CONSTRAINT "fellow_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fellow" ADD CONSTRAINT "fellow_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fellow" ADD CONSTRAINT "fellow_company_id_owner_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","owner_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fellow" ADD CONSTRAINT "fellow_company_id_fellow_type_id_fellow_type_company_id_id_fk" FOREIGN KEY ("company_id","fellow_type_id") REFERENCES "public"."fellow_type"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fellow_type" ADD CONSTRAINT "fellow_type_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fellow_of" ON "fellow" USING btree ("company_id","equipment_id");--> statement-breakpoint
CREATE INDEX "fellow_owner" ON "fellow" USING btree ("company_id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fellow_type_name" ON "fellow_type" USING btree ("company_id","name");
CREATE TABLE "identifier_move" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "identifier_move_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"equipment_id" integer NOT NULL,
	"field" text NOT NULL,
	"fact_name" text,
	"metadata_field_id" integer,
	"value" text NOT NULL,
	"is_set" boolean NOT NULL,
	CONSTRAINT "identifier_move_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "identifier_move" ADD CONSTRAINT "identifier_move_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identifier_move" ADD CONSTRAINT "identifier_move_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identifier_move_of" ON "identifier_move" USING btree ("company_id","field","id");--> statement-breakpoint
CREATE INDEX "identifier_move_equipment" ON "identifier_move" USING btree ("company_id","equipment_id");
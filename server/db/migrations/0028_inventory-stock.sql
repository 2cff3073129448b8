CREATE TABLE "stock" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "stock_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"item_id" integer NOT NULL,
	"location_id" integer NOT NULL,
	"amount" numeric(24, 6) DEFAULT 0 NOT NULL,
	"minimum" numeric(24, 6),
	"ended_at" timestamp with time zone,
	CONSTRAINT "stock_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "stock_lot" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "stock_lot_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stock_id" integer NOT NULL,
	"name" text NOT NULL,
	"expires_on" date,
	"amount" numeric(24, 6) DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_lot_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "stock_lot_once" UNIQUE NULLS NOT DISTINCT("company_id","stock_id","name","expires_on")
);
--> statement-breakpoint
CREATE TABLE "stock_movement" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "stock_movement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stock_id" integer NOT NULL,
	"lot_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(24, 6) NOT NULL,
	"after" numeric(24, 6) NOT NULL,
	"reason" text,
	"by_id" integer,
	"procedure_log_id" integer,
	"other_stock_id" integer,
	"pair_of" integer,
	"undoes" integer,
	CONSTRAINT "stock_movement_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "stock_id" integer;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_company_id_item_id_inventory_item_company_id_id_fk" FOREIGN KEY ("company_id","item_id") REFERENCES "public"."inventory_item"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_company_id_location_id_location_company_id_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."location"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_lot" ADD CONSTRAINT "stock_lot_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_lot" ADD CONSTRAINT "stock_lot_company_id_stock_id_stock_company_id_id_fk" FOREIGN KEY ("company_id","stock_id") REFERENCES "public"."stock"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_company_id_stock_id_stock_company_id_id_fk" FOREIGN KEY ("company_id","stock_id") REFERENCES "public"."stock"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_company_id_lot_id_stock_lot_company_id_id_fk" FOREIGN KEY ("company_id","lot_id") REFERENCES "public"."stock_lot"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_company_id_by_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","by_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_company_id_procedure_log_id_procedure_log_company_id_id_fk" FOREIGN KEY ("company_id","procedure_log_id") REFERENCES "public"."procedure_log"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_company_id_other_stock_id_stock_company_id_id_fk" FOREIGN KEY ("company_id","other_stock_id") REFERENCES "public"."stock"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_once" ON "stock" USING btree ("company_id","item_id","location_id");--> statement-breakpoint
CREATE INDEX "stock_place" ON "stock" USING btree ("company_id","location_id");--> statement-breakpoint
CREATE INDEX "stock_movement_of" ON "stock_movement" USING btree ("company_id","stock_id","id");--> statement-breakpoint
CREATE INDEX "stock_movement_used" ON "stock_movement" USING btree ("company_id","stock_id","at") WHERE procedure_log_id is not null;--> statement-breakpoint
CREATE INDEX "stock_movement_performance" ON "stock_movement" USING btree ("company_id","procedure_log_id");--> statement-breakpoint
CREATE INDEX "stock_movement_pair" ON "stock_movement" USING btree ("company_id","pair_of");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movement_undone_once" ON "stock_movement" USING btree ("company_id","undoes");--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_company_id_stock_id_stock_company_id_id_fk" FOREIGN KEY ("company_id","stock_id") REFERENCES "public"."stock"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_stock_open" ON "alert" USING btree ("company_id","stock_id","kind") WHERE ended_at is null and stock_id is not null;--> statement-breakpoint
CREATE FUNCTION "stock_movement_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A movement of stock is never changed; write one against it';
END $$;--> statement-breakpoint
CREATE TRIGGER "stock_movement_stays" BEFORE UPDATE ON "stock_movement"
  FOR EACH ROW EXECUTE FUNCTION "stock_movement_stays"();

CREATE TABLE "api_key" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "api_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"ips" text[] NOT NULL,
	"expiration_date" date,
	"is_active" boolean NOT NULL,
	"month_limit" integer,
	"counter" integer DEFAULT 0 NOT NULL,
	"month" text DEFAULT '' NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_key_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "beacon" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "beacon_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mac" text NOT NULL,
	"equipment_id" integer,
	"measured_power" integer NOT NULL,
	"battery" integer,
	"last_heard_at" timestamp with time zone,
	CONSTRAINT "beacon_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "building" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "building_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"external_id" text,
	"location_id" integer,
	"longitude" double precision NOT NULL,
	"latitude" double precision NOT NULL,
	"outline" jsonb NOT NULL,
	CONSTRAINT "building_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "floor" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "floor_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"building_id" integer NOT NULL,
	"name" text NOT NULL,
	"short_name" text NOT NULL,
	"ordinal" integer NOT NULL,
	"external_id" text,
	"location_id" integer,
	"outline" jsonb NOT NULL,
	"parts" jsonb NOT NULL,
	CONSTRAINT "floor_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "gateway" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "gateway_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mac" text NOT NULL,
	"type_id" integer NOT NULL,
	"equipment_id" integer NOT NULL,
	"correction" real NOT NULL,
	"is_active" boolean NOT NULL,
	"last_heard_at" timestamp with time zone,
	CONSTRAINT "gateway_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "gateway_type" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "gateway_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"format" text NOT NULL,
	CONSTRAINT "gateway_type_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "last_position" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "last_position_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"equipment_id" integer NOT NULL,
	"floor_id" integer NOT NULL,
	"room_id" integer,
	"longitude" double precision NOT NULL,
	"latitude" double precision NOT NULL,
	"accuracy" real NOT NULL,
	"method" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "last_position_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "position" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "position_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"equipment_id" integer NOT NULL,
	"floor_id" integer NOT NULL,
	"room_id" integer,
	"longitude" double precision NOT NULL,
	"latitude" double precision NOT NULL,
	"accuracy" real NOT NULL,
	"method" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"heard" jsonb NOT NULL,
	"rejected" jsonb NOT NULL,
	CONSTRAINT "position_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "quarantine" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "quarantine_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"api_key_id" integer,
	"format" text NOT NULL,
	"reason" text NOT NULL,
	"about" text,
	"payload" text NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "quarantine_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "room" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "room_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"floor_id" integer NOT NULL,
	"name" text NOT NULL,
	"code" text,
	"kind" text NOT NULL,
	"external_id" text,
	"location_id" integer,
	"longitude" double precision NOT NULL,
	"latitude" double precision NOT NULL,
	"outline" jsonb NOT NULL,
	CONSTRAINT "room_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "tracking_settings" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "tracking_settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"history_days" integer DEFAULT 90 NOT NULL,
	"exponent" real DEFAULT 2.6 NOT NULL,
	CONSTRAINT "tracking_settings_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "equipment_status" ADD COLUMN "is_in_use" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beacon" ADD CONSTRAINT "beacon_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "beacon" ADD CONSTRAINT "beacon_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "building" ADD CONSTRAINT "building_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "building" ADD CONSTRAINT "building_company_id_location_id_location_company_id_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."location"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor" ADD CONSTRAINT "floor_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor" ADD CONSTRAINT "floor_company_id_building_id_building_company_id_id_fk" FOREIGN KEY ("company_id","building_id") REFERENCES "public"."building"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor" ADD CONSTRAINT "floor_company_id_location_id_location_company_id_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."location"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway" ADD CONSTRAINT "gateway_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway" ADD CONSTRAINT "gateway_company_id_type_id_gateway_type_company_id_id_fk" FOREIGN KEY ("company_id","type_id") REFERENCES "public"."gateway_type"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway" ADD CONSTRAINT "gateway_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_type" ADD CONSTRAINT "gateway_type_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "last_position" ADD CONSTRAINT "last_position_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "last_position" ADD CONSTRAINT "last_position_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "last_position" ADD CONSTRAINT "last_position_company_id_floor_id_floor_company_id_id_fk" FOREIGN KEY ("company_id","floor_id") REFERENCES "public"."floor"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "position" ADD CONSTRAINT "position_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "position" ADD CONSTRAINT "position_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "position" ADD CONSTRAINT "position_company_id_floor_id_floor_company_id_id_fk" FOREIGN KEY ("company_id","floor_id") REFERENCES "public"."floor"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quarantine" ADD CONSTRAINT "quarantine_company_id_api_key_id_api_key_company_id_id_fk" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_key"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room" ADD CONSTRAINT "room_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room" ADD CONSTRAINT "room_company_id_floor_id_floor_company_id_id_fk" FOREIGN KEY ("company_id","floor_id") REFERENCES "public"."floor"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room" ADD CONSTRAINT "room_company_id_location_id_location_company_id_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."location"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_settings" ADD CONSTRAINT "tracking_settings_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_hash" ON "api_key" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_name" ON "api_key" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "beacon_mac" ON "beacon" USING btree ("company_id","mac");--> statement-breakpoint
CREATE UNIQUE INDEX "beacon_equipment" ON "beacon" USING btree ("company_id","equipment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "building_external" ON "building" USING btree ("company_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "floor_external" ON "floor" USING btree ("company_id","building_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_mac" ON "gateway" USING btree ("company_id","mac");--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_equipment" ON "gateway" USING btree ("company_id","equipment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gateway_type_name" ON "gateway_type" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "last_position_of" ON "last_position" USING btree ("company_id","equipment_id");--> statement-breakpoint
CREATE INDEX "last_position_changed" ON "last_position" USING btree ("company_id","changed_at");--> statement-breakpoint
CREATE INDEX "last_position_on" ON "last_position" USING btree ("company_id","floor_id");--> statement-breakpoint
CREATE INDEX "position_of" ON "position" USING btree ("company_id","equipment_id","at");--> statement-breakpoint
CREATE INDEX "position_on" ON "position" USING btree ("company_id","floor_id","at");--> statement-breakpoint
CREATE INDEX "position_age" ON "position" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "quarantine_once" ON "quarantine" USING btree ("company_id",coalesce(api_key_id, 0),"format","reason",coalesce(about, ''));--> statement-breakpoint
CREATE UNIQUE INDEX "room_external" ON "room" USING btree ("company_id","floor_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_settings_once" ON "tracking_settings" USING btree ("company_id");
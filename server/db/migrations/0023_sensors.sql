CREATE TABLE "sensor_type" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sensor_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"metric" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"minimum" double precision,
	"maximum" double precision,
	"step" double precision DEFAULT 0.1 NOT NULL,
	"every_minutes" integer DEFAULT 60 NOT NULL,
	CONSTRAINT "sensor_type_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "sensor_id" integer;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "gateway_id" integer;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "type_id" integer;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "device_id" text;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "offset" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "lower_limit" double precision;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "upper_limit" double precision;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "limit_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "battery" integer;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "last_heard_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "value" double precision;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "measured_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "outside" text;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "outside_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "gateway_id" integer;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "waits_from" timestamp with time zone;--> statement-breakpoint
-- Each sensor of before gets a type of what it measures, and its newest reading.
ALTER TABLE "sensor" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sensor_reading" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "sensor_type" ("company_id", "name", "metric", "unit", "step")
SELECT DISTINCT "company_id",
  CASE "metric" WHEN 'temperature' THEN 'Temperature' WHEN 'humidity' THEN 'Humidity' ELSE 'Water leak' END
    || coalesce(' (' || "unit" || ')', ''),
  "metric", coalesce("unit", ''), CASE "metric" WHEN 'waterLeak' THEN 1 ELSE 0.1 END
FROM "sensor";--> statement-breakpoint
UPDATE "sensor" SET "type_id" = (SELECT "id" FROM "sensor_type"
  WHERE "sensor_type"."company_id" = "sensor"."company_id" AND "sensor_type"."metric" = "sensor"."metric"
  AND "sensor_type"."unit" = coalesce("sensor"."unit", '')
  AND ("sensor"."unit" IS NOT NULL) = ("sensor_type"."name" LIKE '%(%)')
);--> statement-breakpoint
UPDATE "sensor" SET "value" = "newest"."value", "measured_at" = "newest"."at", "last_heard_at" = "newest"."at"
FROM (SELECT DISTINCT ON ("company_id", "sensor_id") "company_id", "sensor_id", "at", "value"
  FROM "sensor_reading" ORDER BY "company_id", "sensor_id", "at" DESC) AS "newest"
WHERE "newest"."company_id" = "sensor"."company_id" AND "newest"."sensor_id" = "sensor"."id";--> statement-breakpoint
ALTER TABLE "sensor_reading" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sensor" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sensor" ALTER COLUMN "type_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sensor_type" ADD CONSTRAINT "sensor_type_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sensor_type_name" ON "sensor_type" USING btree ("company_id","name");--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_company_id_sensor_id_sensor_company_id_id_fk" FOREIGN KEY ("company_id","sensor_id") REFERENCES "public"."sensor"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_company_id_gateway_id_gateway_company_id_id_fk" FOREIGN KEY ("company_id","gateway_id") REFERENCES "public"."gateway"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor" ADD CONSTRAINT "sensor_company_id_type_id_sensor_type_company_id_id_fk" FOREIGN KEY ("company_id","type_id") REFERENCES "public"."sensor_type"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_sensor" ON "alert" USING btree ("company_id","sensor_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_sensor_open" ON "alert" USING btree ("company_id","sensor_id","kind") WHERE ended_at is null and sensor_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_gateway_open" ON "alert" USING btree ("company_id","gateway_id","kind") WHERE ended_at is null and gateway_id is not null;--> statement-breakpoint
CREATE INDEX "sensor_type_of" ON "sensor" USING btree ("company_id","type_id");--> statement-breakpoint
CREATE INDEX "sensor_gateway" ON "sensor" USING btree ("company_id","gateway_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sensor_device" ON "sensor" USING btree ("company_id","device_id","metric");--> statement-breakpoint
ALTER TABLE "sensor" DROP COLUMN "unit";
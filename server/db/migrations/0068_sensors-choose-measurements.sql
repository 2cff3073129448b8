CREATE TABLE "device_measurement" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "device_measurement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"device_id" text NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"metric" text NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"value" double precision,
	"position" integer DEFAULT 0 NOT NULL,
	"heard_at" timestamp with time zone NOT NULL,
	CONSTRAINT "device_measurement_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
DROP INDEX "sensor_device";--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "measurement" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "reads_key" text;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "unavailable_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sensor" ADD COLUMN "unavailable_value" double precision;--> statement-breakpoint
ALTER TABLE "device_measurement" ADD CONSTRAINT "device_measurement_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "device_measurement_key" ON "device_measurement" USING btree ("company_id","device_id","key");--> statement-breakpoint
CREATE INDEX "device_measurement_heard" ON "device_measurement" USING btree ("company_id","heard_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sensor_device" ON "sensor" USING btree ("company_id","device_id","metric","measurement");
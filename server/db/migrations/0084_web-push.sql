CREATE TABLE "push_delivery" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "push_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"device_id" integer NOT NULL,
	"alert_ids" integer[] NOT NULL,
	"count" integer NOT NULL,
	"is_urgent" boolean NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_delivery_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "push_device" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "push_device_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer NOT NULL,
	"endpoint" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"name" text NOT NULL,
	"session_id" uuid NOT NULL,
	"renewed_at" timestamp with time zone NOT NULL,
	"last_push_at" timestamp with time zone,
	"last_success_at" timestamp with time zone,
	"fault" text,
	"failing_since" timestamp with time zone,
	CONSTRAINT "push_device_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "alert_recipient" ADD COLUMN "push_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "has_push" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "push_shows_text" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "push_groups" text[] DEFAULT '{"tickets","equipment","automations","sensors","zones","stock","administration"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "quiet_from" text;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "quiet_to" text;--> statement-breakpoint
ALTER TABLE "push_delivery" ADD CONSTRAINT "push_delivery_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_delivery" ADD CONSTRAINT "push_delivery_company_id_device_id_push_device_company_id_id_fk" FOREIGN KEY ("company_id","device_id") REFERENCES "public"."push_device"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_device" ADD CONSTRAINT "push_device_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_device" ADD CONSTRAINT "push_device_company_id_user_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_delivery_due" ON "push_delivery" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "push_delivery_device" ON "push_delivery" USING btree ("company_id","device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_device_once" ON "push_device" USING btree ("company_id","endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_device_user" ON "push_device" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "push_device_endpoint" ON "push_device" USING btree ("endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_device_session" ON "push_device" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "alert_recipient_push" ON "alert_recipient" USING btree ("push_due_at") WHERE push_due_at is not null;
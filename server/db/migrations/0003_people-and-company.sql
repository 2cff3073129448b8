CREATE TABLE "company_settings" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "company_settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"logo_file_id" integer,
	"week_start" integer,
	"holidays" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"working_hours" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"shifts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"room_equipment_type_id" integer,
	"room_equipment_type_word" text,
	"session_hours" integer DEFAULT 14 NOT NULL,
	CONSTRAINT "company_settings_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
DROP INDEX "user_role_user";--> statement-breakpoint
ALTER TABLE "reset_link" ADD COLUMN "expires_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "reset_link" ALTER COLUMN "expires_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "idp" text;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
-- Later migrations trust only people who have signed in. The owner reads without policies here.
ALTER TABLE "app_user" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "session" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "app_user" u SET "last_sign_in_at" = (SELECT max(s."created_at") FROM "session" s
  WHERE s."company_id" = u."company_id" AND s."user_id" = u."id");--> statement-breakpoint
ALTER TABLE "session" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "app_user" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_company_id_logo_file_id_file_company_id_id_fk" FOREIGN KEY ("company_id","logo_file_id") REFERENCES "public"."file"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_company_id_room_equipment_type_id_equipment_type_company_id_id_fk" FOREIGN KEY ("company_id","room_equipment_type_id") REFERENCES "public"."equipment_type"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_settings_once" ON "company_settings" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "session_person" ON "session" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "session_member" ON "session" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "role_name" ON "role" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "user_role_once" ON "user_role" USING btree ("company_id","user_id","role_id");--> statement-breakpoint
CREATE INDEX "user_role_role" ON "user_role" USING btree ("company_id","role_id");
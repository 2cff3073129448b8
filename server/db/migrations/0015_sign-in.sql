CREATE TABLE "authenticator" (
	"person_id" integer PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "contact_change" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" integer NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_link" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"person_id" integer NOT NULL,
	"idp" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identity_link_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "known_place" (
	"person_id" integer NOT NULL,
	"kind" text NOT NULL,
	"place_hash" text NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_place_person_id_kind_place_hash_pk" PRIMARY KEY("person_id","kind","place_hash")
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" integer NOT NULL,
	"public_key" text NOT NULL,
	"counter" integer DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"name" text NOT NULL,
	"is_backed_up" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "security_event" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "security_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"user_id" integer,
	"by_user_id" integer,
	"network" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "security_event_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_step" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purpose" text NOT NULL,
	"person_id" integer,
	"session_id" uuid,
	"browser_hash" text,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "text_message_count" (
	"company_id" integer NOT NULL,
	"day" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "text_message_count_company_id_day_pk" PRIMARY KEY("company_id","day")
);
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "second_step_role_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "text_messages_a_day" integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "letter" ADD COLUMN "person_id" integer;--> statement-breakpoint
ALTER TABLE "letter" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "one_time_code" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "email_proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "phone_proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reset_link" ADD COLUMN "purpose" text DEFAULT 'reset' NOT NULL;--> statement-breakpoint
ALTER TABLE "reset_link" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "reset_link" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "confirmed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "has_second_step" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "authenticator" ADD CONSTRAINT "authenticator_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_change" ADD CONSTRAINT "contact_change_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_link" ADD CONSTRAINT "identity_link_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_place" ADD CONSTRAINT "known_place_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_step" ADD CONSTRAINT "sign_in_step_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_message_count" ADD CONSTRAINT "text_message_count_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_change_person" ON "contact_change" USING btree ("person_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_link_once" ON "identity_link" USING btree ("person_id","issuer");--> statement-breakpoint
CREATE INDEX "passkey_person" ON "passkey" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "recovery_code_person" ON "recovery_code" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "security_event_at" ON "security_event" USING btree ("company_id","at","id");--> statement-breakpoint
CREATE INDEX "security_event_of" ON "security_event" USING btree ("company_id","user_id","id");--> statement-breakpoint
CREATE INDEX "sign_in_step_expires" ON "sign_in_step" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "letter" ADD CONSTRAINT "letter_person_id_person_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."person"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter" ADD CONSTRAINT "letter_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_link" ADD CONSTRAINT "reset_link_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letter_company" ON "letter" USING btree ("company_id","channel","created_at");--> statement-breakpoint
-- The owner writes here once, across companies; row-level security is forced on it again right after.
ALTER TABLE "person" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "app_user" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "journal_entry" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "company" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Until now a link sent to the address was how everybody came in, so whoever has signed in has proved theirs, unless an
-- administrator changed it since. Everyone else proves it by a fresh link; every phone by a code.
UPDATE "person" SET "email_proven_at" = now()
WHERE EXISTS (SELECT FROM "app_user" u WHERE u."person_id" = "person"."id" AND u."last_sign_in_at" IS NOT NULL)
  AND NOT EXISTS (
    SELECT FROM "app_user" u JOIN "journal_entry" j ON j."company_id" = u."company_id" AND j."entity" = 'user' AND j."entity_id" = u."id"
    WHERE u."person_id" = "person"."id" AND j."change" = 'updated' AND j."changes" @> '[{"field": "email"}]'::jsonb);--> statement-breakpoint
-- Only the demo's seed makes these addresses: no mail can be sent to them.
UPDATE "company" SET "is_demo" = true WHERE EXISTS (
  SELECT FROM "app_user" u JOIN "person" p ON p."id" = u."person_id"
  WHERE u."company_id" = "company"."id" AND p."email" IN ('admin@plantroom.demo', 'admin@northmill.demo'));--> statement-breakpoint
UPDATE "person" SET "phone_proven_at" = now() WHERE "email" LIKE '%@plantroom.demo' OR "email" LIKE '%@northmill.demo';--> statement-breakpoint
ALTER TABLE "person" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "app_user" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "journal_entry" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "company" FORCE ROW LEVEL SECURITY;

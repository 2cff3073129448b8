CREATE TABLE "signed_head" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "signed_head_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sequence" integer NOT NULL,
	"hash" text NOT NULL,
	"fingerprint" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "signed_head_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "signed_log" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "signed_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"procedure_log_id" integer,
	"client_key" uuid,
	"previous_hash" text NOT NULL,
	"record_hash" text NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL,
	"fingerprint" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	"record" jsonb,
	CONSTRAINT "signed_log_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "signing_key" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "signing_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"fingerprint" text NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"active_from" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "signing_key_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "procedure" ADD COLUMN "is_signed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "procedure_type" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "procedure_type" ADD COLUMN "legal_hold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "signed_head" ADD CONSTRAINT "signed_head_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_log" ADD CONSTRAINT "signed_log_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_key" ADD CONSTRAINT "signing_key_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "signed_head_company" ON "signed_head" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "signed_log_sequence" ON "signed_log" USING btree ("company_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "signed_log_performance" ON "signed_log" USING btree ("company_id","procedure_log_id") WHERE kind = 'performance';--> statement-breakpoint
CREATE UNIQUE INDEX "signed_log_client_key" ON "signed_log" USING btree ("company_id","client_key");--> statement-breakpoint
CREATE INDEX "signed_log_of" ON "signed_log" USING btree ("company_id","procedure_log_id");--> statement-breakpoint
CREATE INDEX "signed_log_hash" ON "signed_log" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "signing_key_fingerprint" ON "signing_key" USING btree ("company_id","fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "signing_key_active" ON "signing_key" USING btree ("company_id") WHERE retired_at is null;
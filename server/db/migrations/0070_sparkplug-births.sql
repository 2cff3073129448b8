CREATE TABLE "sparkplug_birth" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "sparkplug_birth_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"node" text NOT NULL,
	"device" text NOT NULL,
	"birth" jsonb NOT NULL,
	"born_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sparkplug_birth_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "sparkplug_birth" ADD CONSTRAINT "sparkplug_birth_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sparkplug_birth_device" ON "sparkplug_birth" USING btree ("company_id","node","device");
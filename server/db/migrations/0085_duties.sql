CREATE TABLE "duty" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "duty_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"location_id" integer,
	"org_entity_id" integer,
	"weeks" integer NOT NULL,
	"first_day" text NOT NULL,
	"is_round_the_clock" boolean NOT NULL,
	"shifts" jsonb NOT NULL,
	"announced" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "duty_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "duty_change" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "duty_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"duty_id" integer NOT NULL,
	"kind" text NOT NULL,
	"user_id" integer NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone NOT NULL,
	"with_user_id" integer,
	"with_from_at" timestamp with time zone,
	"with_to_at" timestamp with time zone,
	"state" text NOT NULL,
	"by_id" integer,
	CONSTRAINT "duty_change_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "duty_id" integer;--> statement-breakpoint
ALTER TABLE "duty" ADD CONSTRAINT "duty_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty" ADD CONSTRAINT "duty_company_id_location_id_location_company_id_id_fk" FOREIGN KEY ("company_id","location_id") REFERENCES "public"."location"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty" ADD CONSTRAINT "duty_company_id_org_entity_id_org_entity_company_id_id_fk" FOREIGN KEY ("company_id","org_entity_id") REFERENCES "public"."org_entity"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_change" ADD CONSTRAINT "duty_change_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_change" ADD CONSTRAINT "duty_change_company_id_duty_id_duty_company_id_id_fk" FOREIGN KEY ("company_id","duty_id") REFERENCES "public"."duty"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_change" ADD CONSTRAINT "duty_change_company_id_user_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_change" ADD CONSTRAINT "duty_change_company_id_with_user_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","with_user_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_change" ADD CONSTRAINT "duty_change_company_id_by_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","by_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "duty_name" ON "duty" USING btree ("company_id",lower("name"));--> statement-breakpoint
CREATE INDEX "duty_change_of" ON "duty_change" USING btree ("company_id","duty_id","to_at");--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_company_id_duty_id_duty_company_id_id_fk" FOREIGN KEY ("company_id","duty_id") REFERENCES "public"."duty"("company_id","id") ON DELETE cascade ON UPDATE no action;
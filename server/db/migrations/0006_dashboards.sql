CREATE TABLE "dashboard" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "dashboard_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"is_filtered" boolean NOT NULL,
	"is_restricted_equipment" boolean NOT NULL,
	"is_restricted_procedures" boolean NOT NULL,
	"equipment_types" integer[] NOT NULL,
	"procedure_types" integer[] NOT NULL,
	"location_types" integer[] NOT NULL,
	"chapters" jsonb NOT NULL,
	CONSTRAINT "dashboard_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "dashboard_category" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "dashboard_category_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "dashboard_category_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "dashboard_item" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "dashboard_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"dashboard_category_id" integer,
	"range" text NOT NULL,
	"type" text NOT NULL,
	"filters" jsonb NOT NULL,
	CONSTRAINT "dashboard_item_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "dashboard_share" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "dashboard_share_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"dashboard_id" integer NOT NULL,
	"role_id" integer,
	"user_id" integer,
	CONSTRAINT "dashboard_share_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "dashboard" ADD CONSTRAINT "dashboard_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_category" ADD CONSTRAINT "dashboard_category_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_item" ADD CONSTRAINT "dashboard_item_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_item" ADD CONSTRAINT "dashboard_item_company_id_dashboard_category_id_dashboard_category_company_id_id_fk" FOREIGN KEY ("company_id","dashboard_category_id") REFERENCES "public"."dashboard_category"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_share" ADD CONSTRAINT "dashboard_share_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_share" ADD CONSTRAINT "dashboard_share_company_id_dashboard_id_dashboard_company_id_id_fk" FOREIGN KEY ("company_id","dashboard_id") REFERENCES "public"."dashboard"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_share" ADD CONSTRAINT "dashboard_share_company_id_role_id_role_company_id_id_fk" FOREIGN KEY ("company_id","role_id") REFERENCES "public"."role"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboard_share" ADD CONSTRAINT "dashboard_share_company_id_user_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dashboard_name" ON "dashboard" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "dashboard_category_name" ON "dashboard_category" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "dashboard_item_name" ON "dashboard_item" USING btree ("company_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "dashboard_share_role" ON "dashboard_share" USING btree ("company_id","dashboard_id","role_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dashboard_share_user" ON "dashboard_share" USING btree ("company_id","dashboard_id","user_id");
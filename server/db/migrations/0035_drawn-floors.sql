CREATE TABLE "floor_version" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "floor_version_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"floor_id" integer NOT NULL,
	"number" integer NOT NULL,
	"how" text NOT NULL,
	"by_name" text,
	"restored_from" integer,
	"rooms" integer NOT NULL,
	"plan" jsonb NOT NULL,
	CONSTRAINT "floor_version_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "floor" ADD COLUMN "picture_file_id" integer;--> statement-breakpoint
ALTER TABLE "floor" ADD COLUMN "picture" jsonb;--> statement-breakpoint
ALTER TABLE "floor_version" ADD CONSTRAINT "floor_version_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_version" ADD CONSTRAINT "floor_version_company_id_floor_id_floor_company_id_id_fk" FOREIGN KEY ("company_id","floor_id") REFERENCES "public"."floor"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "floor_version_number" ON "floor_version" USING btree ("company_id","floor_id","number");--> statement-breakpoint
ALTER TABLE "floor" ADD CONSTRAINT "floor_company_id_picture_file_id_file_company_id_id_fk" FOREIGN KEY ("company_id","picture_file_id") REFERENCES "public"."file"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "floor_picture" ON "floor" USING btree ("company_id","picture_file_id");
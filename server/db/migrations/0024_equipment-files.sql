CREATE TABLE "equipment_file" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "equipment_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"equipment_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"file_id" integer,
	"url" text,
	"added_by" integer NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "equipment_file_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "equipment_file_one" CHECK ((file_id is null) <> (url is null))
);
--> statement-breakpoint
ALTER TABLE "equipment_file" ADD CONSTRAINT "equipment_file_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_file" ADD CONSTRAINT "equipment_file_company_id_equipment_id_equipment_company_id_id_fk" FOREIGN KEY ("company_id","equipment_id") REFERENCES "public"."equipment"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_file" ADD CONSTRAINT "equipment_file_company_id_file_id_file_company_id_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."file"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_file" ADD CONSTRAINT "equipment_file_company_id_added_by_app_user_company_id_id_fk" FOREIGN KEY ("company_id","added_by") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_file_upload" ON "equipment_file" USING btree ("company_id","file_id");--> statement-breakpoint
CREATE INDEX "equipment_file_of" ON "equipment_file" USING btree ("company_id","equipment_id");--> statement-breakpoint
CREATE INDEX "equipment_file_removed" ON "equipment_file" USING btree ("removed_at") WHERE removed_at is not null;
CREATE TABLE "ticket_change" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ticket_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"client_key" uuid NOT NULL,
	CONSTRAINT "ticket_change_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticket_photo" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_photo_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ticket_id" integer NOT NULL,
	"comment_id" integer,
	"file_id" integer NOT NULL,
	CONSTRAINT "ticket_photo_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "client_key" uuid;--> statement-breakpoint
ALTER TABLE "ticket_comment" ADD COLUMN "client_key" uuid;--> statement-breakpoint
ALTER TABLE "ticket_change" ADD CONSTRAINT "ticket_change_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_change" ADD CONSTRAINT "ticket_change_company_id_ticket_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_change" ADD CONSTRAINT "ticket_change_company_id_user_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_photo" ADD CONSTRAINT "ticket_photo_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_photo" ADD CONSTRAINT "ticket_photo_company_id_ticket_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_photo" ADD CONSTRAINT "ticket_photo_company_id_comment_id_ticket_comment_company_id_id_fk" FOREIGN KEY ("company_id","comment_id") REFERENCES "public"."ticket_comment"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_photo" ADD CONSTRAINT "ticket_photo_company_id_file_id_file_company_id_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."file"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_change_of" ON "ticket_change" USING btree ("company_id","ticket_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_change_client_key" ON "ticket_change" USING btree ("company_id","client_key");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_photo_file" ON "ticket_photo" USING btree ("company_id","file_id");--> statement-breakpoint
CREATE INDEX "ticket_photo_of" ON "ticket_photo" USING btree ("company_id","ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_photo_comment" ON "ticket_photo" USING btree ("company_id","comment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_client_key" ON "ticket" USING btree ("company_id","client_key");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_comment_client_key" ON "ticket_comment" USING btree ("company_id","client_key");
CREATE TABLE "ticket_cost" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "ticket_cost_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ticket_id" integer NOT NULL,
	"day" date NOT NULL,
	"amount" numeric(18, 4) NOT NULL,
	"text" text NOT NULL,
	"org_entity_id" integer,
	"file_id" integer,
	"added_by" integer NOT NULL,
	"client_key" uuid,
	CONSTRAINT "ticket_cost_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "work_entry" (
	"company_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "work_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ticket_id" integer NOT NULL,
	"user_id" integer,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"minutes" integer DEFAULT 0 NOT NULL,
	"is_fixed" boolean DEFAULT false NOT NULL,
	"is_to_check" boolean DEFAULT false NOT NULL,
	"note" text,
	"client_key" uuid,
	CONSTRAINT "work_entry_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
DROP INDEX "stock_movement_used";--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "records_work" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "inventory_item" ADD COLUMN "price" numeric(18, 4);--> statement-breakpoint
ALTER TABLE "stock_movement" ADD COLUMN "ticket_id" integer;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD COLUMN "price" numeric(18, 4);--> statement-breakpoint
ALTER TABLE "ticket_cost" ADD CONSTRAINT "ticket_cost_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_cost" ADD CONSTRAINT "ticket_cost_company_id_ticket_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_cost" ADD CONSTRAINT "ticket_cost_company_id_org_entity_id_org_entity_company_id_id_fk" FOREIGN KEY ("company_id","org_entity_id") REFERENCES "public"."org_entity"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_cost" ADD CONSTRAINT "ticket_cost_company_id_file_id_file_company_id_id_fk" FOREIGN KEY ("company_id","file_id") REFERENCES "public"."file"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_cost" ADD CONSTRAINT "ticket_cost_company_id_added_by_app_user_company_id_id_fk" FOREIGN KEY ("company_id","added_by") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_entry" ADD CONSTRAINT "work_entry_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_entry" ADD CONSTRAINT "work_entry_company_id_ticket_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_entry" ADD CONSTRAINT "work_entry_company_id_user_id_app_user_company_id_id_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_cost_of" ON "ticket_cost" USING btree ("company_id","ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_cost_day" ON "ticket_cost" USING btree ("company_id","day");--> statement-breakpoint
CREATE INDEX "ticket_cost_org_entity" ON "ticket_cost" USING btree ("company_id","org_entity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_cost_file" ON "ticket_cost" USING btree ("company_id","file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_cost_client_key" ON "ticket_cost" USING btree ("company_id","client_key");--> statement-breakpoint
CREATE INDEX "work_entry_of" ON "work_entry" USING btree ("company_id","ticket_id");--> statement-breakpoint
CREATE INDEX "work_entry_person" ON "work_entry" USING btree ("company_id","user_id","started_at");--> statement-breakpoint
CREATE INDEX "work_entry_started" ON "work_entry" USING btree ("company_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "work_entry_client_key" ON "work_entry" USING btree ("company_id","client_key");--> statement-breakpoint
CREATE UNIQUE INDEX "work_entry_running" ON "work_entry" USING btree ("company_id","user_id") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_company_id_ticket_id_ticket_company_id_id_fk" FOREIGN KEY ("company_id","ticket_id") REFERENCES "public"."ticket"("company_id","id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_movement_ticket" ON "stock_movement" USING btree ("company_id","ticket_id") WHERE ticket_id is not null;--> statement-breakpoint
CREATE INDEX "stock_movement_used" ON "stock_movement" USING btree ("company_id","stock_id","at") WHERE procedure_log_id is not null or ticket_id is not null;